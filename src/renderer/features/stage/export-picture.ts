import type { Scene } from '../../../domain/diagram/scene.ts';
import { sceneToSvg } from '../../../domain/diagram/svg.ts';
import type { Theme } from '../../../domain/diagram/theme.ts';
import { toBase64 } from '../../bridge/base64.ts';
import { loadFontsCjk } from '../../styles/load-fonts-cjk.ts';
import { type FontFace, facesFor, parseUnicodeRange } from './font-faces.ts';

/** Every font file that the window's own style sheets declare. */
function declaredFaces(): readonly FontFace[] {
  const faces: FontFace[] = [];
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSFontFaceRule)) continue;
      const source = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src'))?.[1];
      if (source === undefined) continue;
      faces.push({
        family: rule.style.getPropertyValue('font-family').replaceAll(/["']/g, ''),
        weight: rule.style.getPropertyValue('font-weight'),
        url: new URL(source, sheet.href ?? document.baseURI).href,
        ranges: parseUnicodeRange(rule.style.getPropertyValue('unicode-range')),
      });
    }
  }
  return faces;
}

async function embedded(face: FontFace): Promise<string> {
  const response = await fetch(face.url);
  if (!response.ok) throw new Error(`${face.url}: ${response.status}`);
  const base64 = toBase64(new Uint8Array(await response.arrayBuffer()));
  return `@font-face{font-family:'${face.family}';font-weight:${face.weight};src:url(data:font/woff2;base64,${base64}) format('woff2')}`;
}

/** Only what is drawn needs a font: texts between tags, not attributes. */
function drawnText(svg: string): string {
  return svg.replaceAll(/<(?:title|desc)>[\s\S]*?<\/(?:title|desc)>/g, '').replaceAll(/<[^>]*>/g, '');
}

/** The picture as a document of its own, which looks the same where the fonts are not installed. */
export async function pictureSvg(scene: Scene, theme: Theme): Promise<string> {
  const svg = sceneToSvg(scene, theme);
  await loadFontsCjk();
  const weights = new Set(['400', ...[...svg.matchAll(/font-weight="(\d+)"/g)].map((match) => match[1])]);
  const faces = facesFor(
    drawnText(svg),
    declaredFaces().filter((face) => weights.has(face.weight)),
    ['Inter', 'JetBrains Mono'],
    ['Noto Sans KR', 'Noto Sans JP'],
  );
  const style = (await Promise.all(faces.map(embedded))).join('');
  return svg.replace(/(<svg[^>]*>)/, (tag) => `${tag}<style>${style}</style>`);
}

/** The picture in pixels, `scale` pixels to a unit. */
export async function picturePng(scene: Scene, theme: Theme, scale: number): Promise<Blob> {
  const svg = await pictureSvg(scene, theme);
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('canvas too large')) : resolve(blob)),
        'image/png',
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
