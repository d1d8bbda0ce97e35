import { Graph, ModelXmlSerializer } from '@maxgraph/core';
import mermaid from 'mermaid';
import { getDocument } from 'pdfjs-dist';
import 'pdfjs-dist/build/pdf.worker.mjs';

/** Programs that others read our exports with, in a page of their own; bundled by `readers-page.ts`. */
export interface Readers {
  /** Parsed and drawn by Mermaid. Rejects with its error. */
  mermaid(text: string): Promise<{ readonly type: string; readonly words: string; readonly nodes: number }>;
  /** Decoded and drawn by maxGraph, what became of the library that draw.io is made of. */
  drawio(xml: string): {
    readonly boxes: number;
    readonly edges: number;
    /** Edges that are tied at both ends. */
    readonly tied: number;
    readonly words: readonly string[];
    /** What its SVG holds: whether anything became markup. */
    readonly active: number;
  };
  /** Read by PDF.js: the texts, and what is drawn on a page of which the size is in points. */
  pdf(base64: string): Promise<{
    readonly pages: number;
    readonly width: number;
    readonly words: string;
    readonly images: number;
    readonly colours: number;
  }>;
}

async function readMermaid(text: string): ReturnType<Readers['mermaid']> {
  mermaid.initialize({ startOnLoad: false, securityLevel: 'strict', maxTextSize: 1_000_000, maxEdges: 5000 });
  const parsed = await mermaid.parse(text);
  const { svg } = await mermaid.render('drawn', text);
  const drawn = new DOMParser().parseFromString(svg, 'text/html');
  for (const style of drawn.querySelectorAll('style')) style.remove();
  return {
    type: parsed.diagramType,
    words: drawn.body.textContent ?? '',
    nodes: drawn.querySelectorAll('.node, .cluster').length,
  };
}

function readDrawio(xml: string): ReturnType<Readers['drawio']> {
  const file = new DOMParser().parseFromString(xml, 'application/xml');
  const model = file.querySelector('mxGraphModel');
  if (file.querySelector('parsererror') !== null || model === null) throw new Error('no mxGraphModel');
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  const graph = new Graph(container);
  new ModelXmlSerializer(graph.getDataModel()).import(new XMLSerializer().serializeToString(model));
  const cells = Object.values(graph.getDataModel().cells ?? {});
  const edges = cells.filter((cell) => cell.isEdge());
  return {
    boxes: cells.filter((cell) => cell.isVertex()).length,
    edges: edges.length,
    tied: edges.filter((cell) => cell.getTerminal(true) !== null && cell.getTerminal(false) !== null).length,
    words: cells.map((cell) => String(cell.getValue() ?? '')).filter((value) => value !== ''),
    active: container.querySelectorAll('script, img, iframe, [onload], [onerror]').length,
  };
}

async function readPdf(base64: string): ReturnType<Readers['pdf']> {
  const data = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const file = await getDocument({ data }).promise;
  const page = await file.getPage(1);
  const viewport = page.getViewport({ scale: 4 / 3 });
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(viewport.width);
  canvas.height = Math.ceil(viewport.height);
  document.body.replaceChildren(canvas);
  await page.render({ canvas, viewport }).promise;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer);
  const { items } = await page.getTextContent();
  const operators = await page.getOperatorList();
  // 82 to 88 paint images (OPS of PDF.js).
  const images = operators.fnArray.filter((operator: number) => operator >= 82 && operator <= 88).length;
  return {
    pages: file.numPages,
    width: page.getViewport({ scale: 1 }).width,
    words: items.map((item) => ('str' in item ? item.str : '')).join(' '),
    images,
    colours: new Set(pixels).size,
  };
}

Object.assign(window, {
  readers: { mermaid: readMermaid, drawio: readDrawio, pdf: readPdf } satisfies Readers,
});
