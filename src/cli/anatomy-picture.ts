import { type Command, InvalidArgumentError, Option } from 'commander';
import { usageFailure } from '../contract/failure.ts';
import type { WorkloadAnatomy } from '../domain/anatomy/model.ts';
import type { Scene, SceneName, ViewMode } from '../domain/diagram/scene.ts';
import { SCENE_NAMES, sceneEntry } from '../domain/diagram/scenes.ts';
import { THEME_NAMES, THEMES, type Theme } from '../domain/diagram/theme.ts';
import type { PngResources } from '../host/export/png.ts';
import type { Drawer, DrawingFormat, DrawRequest } from './anatomy.ts';

const VIEWS: readonly ViewMode[] = ['original', 'injected', 'difference'];

/** Bounds of a picture in stage units: below, names cannot be read; above, a PNG needs gigabytes. */
const SIZE = { least: 640, leastHeight: 360, most: 7680 } as const;

function choose<T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}

function size(options: DrawRequest['options'], name: 'width' | 'height', least: number): number {
  const value = Number(options[name]);
  if (Number.isInteger(value) && value >= least && value <= SIZE.most) return value;
  throw usageFailure(
    'picture-size',
    `--${name} ${String(options[name])} is not a whole number from ${least} to ${SIZE.most}.`,
    'Use --scale for a sharper PNG of the same picture.',
  );
}

/** Reads the value of `--picture`. Throws InvalidArgumentError for what no report can show. */
function pictureName(text: string): string {
  if (/\.(?:svg|png)$/i.test(text)) return text;
  throw new InvalidArgumentError('A report shows an .svg or a .png.');
}

function pictureOf(options: DrawRequest['options'], format: DrawingFormat): string | null {
  if (typeof options.picture !== 'string') return null;
  if (format === 'md') return options.picture;
  throw usageFailure(
    'picture-option',
    `--picture is shown by a report, and --format ${format} is none.`,
    'Leave it out, or ask for --format md.',
  );
}

/** The view to draw; a scene that is about one refuses to be drawn with another. */
function viewFor(scene: SceneName, asked: ViewMode | undefined): ViewMode {
  const { fixed } = sceneEntry(scene);
  if (fixed === null) return asked ?? 'injected';
  if (asked === undefined || asked === fixed.view) return fixed.view;
  throw usageFailure(
    'view-of-scene',
    `--scene ${scene} is always drawn with --view ${fixed.view}, and --view ${asked} asks for another.`,
    'Leave out --view, or choose another scene, such as pod.',
  );
}

/** Draws anatomies: the window's stage with a title above and a legend below, `--width` × `--height`, or what becomes of it in another format. */
export function createDrawer(resources?: PngResources): Drawer {
  return {
    addOptions: (command: Command) =>
      command
        .addOption(
          new Option('--scene <name>', 'which scene is drawn').choices(SCENE_NAMES).default('overview'),
        )
        .addOption(
          new Option(
            '--view <name>',
            'the workload before injection, after it (as without --view), or what is different; some scenes are of one of them',
          ).choices(VIEWS),
        )
        .addOption(
          new Option('--theme <name>', 'colours; projector: heavier lines, contrast: on black')
            .choices(THEME_NAMES)
            .default('light'),
        )
        .option('--large', 'letters that a room can read, 24 pixels of 1280 or more: the picture tells less')
        .option('--step <n>', 'of the start order: what happens at this step, from 1')
        .option('--width <units>', 'width of the picture', '1280')
        .option('--height <units>', 'height of the picture; more when there is more to show', '720')
        .option(
          '--no-fonts',
          'an SVG or HTML without the letters it needs: a tenth of the size, drawn with what its reader has',
        )
        .option(
          '--picture <file>',
          'a report shows this picture, named as from beside the report, in place of the Mermaid block',
          pictureName,
        )
        .addOption(
          new Option('--scale <n>', 'pixels to a unit in a PNG').choices(['1', '2', '4']).default('1'),
        ),
    draw: async (request: DrawRequest) => {
      const { anatomy, variant, format, options, bench, live, captions, twin } = request;
      // Only who asks for a drawing waits for what draws it.
      const { buildScene } = await import('../domain/diagram/build-scene.ts');
      const { frameOf } = await import('../domain/diagram/svg.ts');
      const { captionsOf, sourceWords } = await import('../domain/diagram/truth-words.ts');
      const picture = pictureOf(options, format);
      const sceneName = choose(SCENE_NAMES, options.scene) ?? 'overview';
      const theme = THEMES[choose(THEME_NAMES, options.theme) ?? 'light'];
      const width = size(options, 'width', SIZE.least);
      const reader = options.large === true ? 'room' : undefined;
      const frame = frameOf({ width, ...(reader === undefined ? {} : { reader }) });
      const { stepCount } = await import('../domain/diagram/columns/start-order.ts');
      const { stepFor } = await import('./twin.ts');
      const lanes = { anatomy, scene: sceneName, ...(twin === undefined ? {} : { twin }) };
      const scene = buildScene({
        ...lanes,
        step: stepFor(options.step, lanes, stepCount(lanes)),
        variant,
        view: viewFor(sceneName, choose(VIEWS, options.view)),
        ...(reader === undefined ? {} : { reader }),
        open: new Set(),
        selected: null,
        lit: new Set(),
        live: anatomy.injected ? live : null,
        captions: [
          ...(anatomy.injected ? captionsOf(bench, variant, live) : [sourceWords(bench)]),
          ...captions,
        ],
        width,
        height: size(options, 'height', SIZE.leastHeight) - frame.header - frame.footer,
      });
      return written(
        {
          scene,
          theme,
          format,
          anatomy,
          scale: Number(options.scale),
          fonts: options.fonts !== false,
          picture,
          tell: request.tell,
        },
        resources,
      );
    },
  };
}

interface Writing {
  readonly scene: Scene;
  readonly theme: Theme;
  readonly format: DrawingFormat;
  readonly anatomy: WorkloadAnatomy;
  readonly scale: number;
  /** An SVG or a page carries the letters that it needs. */
  readonly fonts: boolean;
  /** The picture that a report shows; null: a Mermaid block. */
  readonly picture: string | null;
  readonly tell: DrawRequest['tell'];
}

/** Says which letters of a picture with nothing but the app's fonts are boxes in it. */
async function tellBoxes(
  svg: string,
  { fonts }: Pick<PngResources, 'fonts'>,
  tell: DrawRequest['tell'],
): Promise<void> {
  const { lettersWithoutFont } = await import('../host/export/fonts.ts');
  const { readSvg } = await import('../host/export/read-svg.ts');
  const words = readSvg(svg).shapes.map((shape) => (shape.kind === 'text' ? shape.text : ''));
  const letters = await lettersWithoutFont(words.join(''), fonts);
  if (letters.length === 0) return;
  const shown = letters.slice(0, 12).join(' ') + (letters.length > 12 ? ' …' : '');
  tell(
    `No font of the app’s has ${shown}: ${letters.length === 1 ? 'it is a box' : 'they are boxes'} in this picture. An SVG or HTML shows them with its reader’s fonts.\n`,
  );
}

/** A scene in a format; what writes it is loaded by who asks for that. */
async function written(
  { scene, theme, format, anatomy, scale, fonts, picture, tell }: Writing,
  resources: PngResources | undefined,
): Promise<string | Uint8Array> {
  const { sceneToSvg } = await import('../domain/diagram/svg.ts');
  switch (format) {
    case 'svg': {
      const svg = sceneToSvg(scene, theme);
      if (!fonts) return svg;
      const { fontRules } = await import('../host/export/font-rules.ts');
      const { withFonts } = await import('../domain/diagram/formats/font-rules.ts');
      return withFonts(svg, await fontRules(svg, '', resources));
    }
    case 'png': {
      // The renderer is two megabytes of WebAssembly.
      const { installedResources, svgToPng } = await import('../host/export/png.ts');
      const svg = sceneToSvg(scene, theme);
      await tellBoxes(svg, resources ?? installedResources(), tell);
      return svgToPng(svg, scale, resources ?? installedResources());
    }
    case 'pdf': {
      const { installedResources } = await import('../host/export/png.ts');
      const { svgToPdf } = await import('../host/export/pdf.ts');
      const svg = sceneToSvg(scene, theme);
      await tellBoxes(svg, resources ?? installedResources(), tell);
      return svgToPdf(svg, resources);
    }
    case 'mermaid':
      return (await import('../domain/diagram/formats/mermaid.ts')).sceneToMermaid(scene, theme);
    case 'drawio':
      return (await import('../domain/diagram/formats/drawio.ts')).sceneToDrawio(scene, theme);
    case 'html': {
      const { besideDrawing, sceneToHtml } = await import('../domain/diagram/formats/html.ts');
      if (!fonts) return sceneToHtml(scene, theme, anatomy, null);
      const { fontRules } = await import('../host/export/font-rules.ts');
      const beside = besideDrawing(scene, anatomy);
      return sceneToHtml(scene, theme, anatomy, await fontRules(sceneToSvg(scene, theme), beside, resources));
    }
    case 'md':
      return (await import('../domain/diagram/formats/markdown.ts')).sceneToMarkdown(
        scene,
        theme,
        anatomy,
        picture,
      );
  }
}
