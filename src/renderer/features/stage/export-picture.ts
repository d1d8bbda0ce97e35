import { FailureError } from '../../../contract/failure.ts';
import { type FontRules, withFonts } from '../../../domain/diagram/formats/font-rules.ts';
import type { Scene } from '../../../domain/diagram/scene.ts';
import { sceneToSvg } from '../../../domain/diagram/svg.ts';
import type { Theme } from '../../../domain/diagram/theme.ts';
import type { Bridge } from '../../bridge/bridge.ts';

/**
 * The letters that a drawing needs, as the host finds them: so the window writes the same bytes as the command line.
 * @throws FailureError of the host
 */
export async function fontsFor(
  svg: string,
  beside: string,
  bridge: Pick<Bridge, 'request'>,
): Promise<FontRules> {
  const outcome = await bridge.request('export:fonts', { svg, beside });
  if (!outcome.ok) throw new FailureError(outcome.failure);
  return outcome.value;
}

/**
 * The picture as a document of its own, which looks the same where the fonts are not installed.
 * @throws FailureError of the host
 */
export async function pictureSvg(
  scene: Scene,
  theme: Theme,
  bridge: Pick<Bridge, 'request'>,
): Promise<string> {
  const svg = sceneToSvg(scene, theme);
  return withFonts(svg, await fontsFor(svg, '', bridge));
}

/** The picture in pixels, `scale` pixels to a unit. */
export async function picturePng(
  scene: Scene,
  theme: Theme,
  scale: number,
  bridge: Pick<Bridge, 'request'>,
): Promise<Blob> {
  const svg = await pictureSvg(scene, theme, bridge);
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
