import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { payments } from '../../test/helpers/drawings.ts';
import { FailureError } from '../contract/failure.ts';
import { NOT_STARTED } from '../domain/diagram/truth-words.ts';
import { DRAWING_FORMATS, type DrawingFormat, type DrawRequest } from './anatomy.ts';
import { createDrawer } from './anatomy-picture.ts';

const drawer = createDrawer();

const tool = (program: 'istioctl' | 'envoy', version: string) =>
  ({ program, version, path: `/${program}`, source: 'path', problem: null }) as const;
const INJECTED = {
  argv: ['istioctl', 'kube-inject', '-f', 'payments.yaml'],
  line: 'istioctl kube-inject -f payments.yaml',
  exitCode: 0,
  signal: null,
  ms: 100,
  stderr: '',
};
const TOOLS = [tool('istioctl', '1.31.0'), tool('envoy', '1.38.3')];

const BENCH = { bench: 'lab', recordedAt: null, tools: TOOLS, commands: [INJECTED] } as const;

/** Options as commander reads them from a command line. */
function request(format: DrawingFormat, ...args: readonly string[]): DrawRequest {
  const command = drawer.addOptions(
    new Command('anatomy').exitOverride().configureOutput({ writeErr: () => undefined }),
  );
  command.parse([...args], { from: 'user' });
  return {
    anatomy: payments(),
    variant: 'lab',
    format,
    options: command.opts(),
    bench: BENCH,
    live: NOT_STARTED,
    captions: [],
    tell: () => undefined,
  };
}

describe('pictures of the command line', () => {
  test('a PNG and a PDF say which letters are boxes in them; what brings no fonts of its own does not', async () => {
    const told: string[] = [];
    const captions = ['متجر'];
    const drawn = (format: DrawingFormat) =>
      drawer.draw({ ...request(format), captions, tell: (words) => told.push(words) });
    await drawn('svg');
    expect(told).toEqual([]);
    await drawn('png');
    await drawn('pdf');
    expect(told).toEqual(Array(2).fill(expect.stringMatching(/^No font of the app’s has م ت ج ر: they are/)));
  }, 60_000);

  test('an SVG is as large as it was asked to be and says what the window says of it', async () => {
    const svg = String(await drawer.draw(request('svg')));
    expect(svg).toMatch(/width="1280" height="720"/);
    expect(svg).toContain('Lab bench · istioctl 1.31.0');
    expect(svg).toContain('lab bootstrap: a simplification');
    // Nothing was run for it: what has to be there before Envoy gets a configuration is not.
    expect(svg).toContain('not on this bench');
  });

  test('a picture that no Envoy was asked for is the same whichever Envoy is here, or none', async () => {
    const tools = TOOLS.map((tool) => (tool.program === 'envoy' ? { ...tool, version: null } : tool));
    expect(await drawer.draw({ ...request('svg'), bench: { ...BENCH, tools } })).toBe(
      await drawer.draw(request('svg')),
    );
  });

  test('a picture of a file that was read as it is names no istioctl: none was run for it', async () => {
    const svg = String(await drawer.draw({ ...request('svg'), bench: { ...BENCH, commands: [] } }));
    expect(svg).toContain('Lab bench · read as it is: istioctl was not run');
    expect(svg).not.toContain('istioctl 1.31.0');
  });

  test('a report shows the picture it is told, and nothing else takes one', async () => {
    const report = async (...more: readonly string[]) => String(await drawer.draw(request('md', ...more)));
    expect(await report()).toContain('```mermaid');
    const told = await report('--picture', 'pictures/my pay.svg');
    expect(told).toContain('](<pictures/my%20pay.svg>)');
    expect(told).not.toContain('mermaid');
    await expect(drawer.draw(request('html', '--picture', 'a.svg'))).rejects.toMatchObject({
      failure: { code: 'picture-option' },
    });
  });

  test('scene, view and theme are the ones asked for', async () => {
    const svg = String(
      await drawer.draw(request('svg', '--scene', 'pod', '--view', 'difference', '--theme', 'dark')),
    );
    expect(svg).toContain('<title>payments (Deployment, default): the pod, difference</title>');
    expect(svg).toContain('fill="#0f151b"');
  });

  test.each(DRAWING_FORMATS)('%s: the same input gives the same bytes', async (format) => {
    const [one, other] = [await drawer.draw(request(format)), await drawer.draw(request(format))];
    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
  });

  test.each(DRAWING_FORMATS.filter((format) => format !== 'png' && format !== 'pdf'))(
    '%s holds the words of the picture and what it says of itself, and ends with a line end',
    async (format) => {
      const text = String(await drawer.draw(request(format)));
      for (const words of ['istio-proxy', 'xds-grpc', 'CA_ADDR', 'istioctl 1.31.0'])
        expect(text).toContain(words);
      expect(text.endsWith('\n')).toBe(true);
    },
  );

  test('a PNG has as many pixels as scale and size say', async () => {
    const png = Buffer.from(await drawer.draw(request('png', '--scale', '2')));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2560, 1440]);
  }, 60_000);

  test('a size that makes no picture is a wrong call, with what would do', async () => {
    for (const args of [
      ['--width', '12'],
      ['--height', 'tall'],
      ['--width', '99999'],
      ['--width', '1e3.5'],
    ]) {
      const fault = await Promise.resolve(drawer.draw(request('svg', ...args))).catch(
        (error: unknown) => error,
      );
      expect(fault).toBeInstanceOf(FailureError);
      expect(fault instanceof FailureError ? fault.failure.kind : '').toBe('usage');
    }
  });

  test('a scene or scale that does not exist is refused by the command line itself', () => {
    expect(() => request('svg', '--scene', 'moon')).toThrow(/Allowed choices/);
    expect(() => request('png', '--scale', '3')).toThrow(/Allowed choices/);
  });
});
