import { inputFailure } from '../../contract/failure.ts';

/**
 * A drawing of the window's as a PDF, in base64. What writes it is loaded by the first that asks.
 * @throws FailureError `no-drawing` for anything that our own writer of SVG did not write
 */
export async function pdfOf(svg: string): Promise<string> {
  const { readSvg } = await import('./read-svg.ts');
  try {
    readSvg(svg);
  } catch (error) {
    throw inputFailure(
      'no-drawing',
      `This is no drawing of Sidecar Anatomy: ${error instanceof Error ? error.message : String(error)}.`,
      'Save the picture as SVG.',
    );
  }
  const { svgToPdf } = await import('./pdf.ts');
  return Buffer.from(await svgToPdf(svg)).toString('base64');
}
