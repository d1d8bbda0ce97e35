import { FailureError } from '../../../contract/failure.ts';
import type { WorkloadAnatomy } from '../../../domain/anatomy/model.ts';
import type { Scene } from '../../../domain/diagram/scene.ts';
import { sceneToSvg } from '../../../domain/diagram/svg.ts';
import type { Theme } from '../../../domain/diagram/theme.ts';
import { fileOfBase64 } from '../../bridge/base64.ts';
import type { Bridge } from '../../bridge/bridge.ts';
import { fontsFor, picturePng, pictureSvg } from './export-picture.ts';

/** What is saved. */
export interface Exported {
  readonly scene: Scene;
  readonly theme: Theme;
  readonly anatomy: WorkloadAnatomy;
  /** Pixels to a unit, for PNG. */
  readonly scale: number;
}

export interface ExportFormat {
  readonly id: 'svg' | 'png' | 'pdf' | 'html' | 'drawio' | 'mermaid' | 'md';
  readonly name: string;
  /** What it is good for. */
  readonly help: string;
  readonly extension: string;
  /** @throws FailureError of the host */
  make(exported: Exported, bridge: Pick<Bridge, 'request'>): Promise<Blob>;
}

const text = (content: string, type: string): Blob => new Blob([content], { type: `${type};charset=utf-8` });

/** In the order of the menu: pictures, then what can be used on. What writes the rarer ones is loaded with the first use. */
export const EXPORT_FORMATS: readonly ExportFormat[] = [
  {
    id: 'svg',
    name: 'SVG',
    help: 'picture for pages and slides, letters included',
    extension: 'svg',
    make: async ({ scene, theme }, bridge) =>
      new Blob([await pictureSvg(scene, theme, bridge)], { type: 'image/svg+xml' }),
  },
  {
    id: 'png',
    name: 'PNG',
    help: 'picture in pixels',
    extension: 'png',
    make: ({ scene, theme, scale }, bridge) => picturePng(scene, theme, scale, bridge),
  },
  {
    id: 'pdf',
    name: 'PDF',
    help: 'one page for print, its text searchable',
    extension: 'pdf',
    make: async ({ scene, theme }, bridge) => {
      const outcome = await bridge.request('export:pdf', { svg: sceneToSvg(scene, theme) });
      if (!outcome.ok) throw new FailureError(outcome.failure);
      return new Blob([await fileOfBase64(outcome.value.base64)], { type: 'application/pdf' });
    },
  },
  {
    id: 'html',
    name: 'HTML',
    help: 'a page to point at and press, offline',
    extension: 'html',
    make: async ({ scene, theme, anatomy }, bridge) => {
      const { besideDrawing, sceneToHtml } = await import('../../../domain/diagram/formats/html.ts');
      const fonts = await fontsFor(sceneToSvg(scene, theme), besideDrawing(scene, anatomy), bridge);
      return text(sceneToHtml(scene, theme, anatomy, fonts), 'text/html');
    },
  },
  {
    id: 'drawio',
    name: 'draw.io',
    help: 'boxes and lines to be edited on',
    extension: 'drawio',
    make: async ({ scene, theme }) => {
      const { sceneToDrawio } = await import('../../../domain/diagram/formats/drawio.ts');
      return text(sceneToDrawio(scene, theme), 'application/xml');
    },
  },
  {
    id: 'mermaid',
    name: 'Mermaid',
    help: 'for Markdown files and wikis',
    extension: 'mmd',
    make: async ({ scene, theme }) => {
      const { sceneToMermaid } = await import('../../../domain/diagram/formats/mermaid.ts');
      return text(sceneToMermaid(scene, theme), 'text/plain');
    },
  },
  {
    id: 'md',
    name: 'Markdown',
    help: 'report: picture and a table of all parts',
    extension: 'md',
    make: async ({ scene, theme, anatomy }) => {
      const { sceneToMarkdown } = await import('../../../domain/diagram/formats/markdown.ts');
      return text(sceneToMarkdown(scene, theme, anatomy, null), 'text/markdown');
    },
  },
];
