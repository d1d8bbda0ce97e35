import { expect, test } from 'vitest';
import { asInput, type ReadableFile, readFiles } from './read-files.ts';

const MEGABYTE = 1024 * 1024;

function file(name: string, text: string, size?: number): ReadableFile & { readonly reads: () => number } {
  let reads = 0;
  const bytes = new TextEncoder().encode(text);
  return {
    name,
    size: size ?? bytes.length,
    reads: () => reads,
    arrayBuffer: async () => {
      reads += 1;
      return bytes.buffer;
    },
  };
}

test('a file over 20 MB is refused by its size, before a byte of it is read', async () => {
  const huge = file('huge.yaml', '', 21 * MEGABYTE);
  const result = await readFiles([huge]);
  expect(result).toMatchObject({
    ok: false,
    failure: { code: 'input-too-large', message: 'huge.yaml is 22.0 MB; the limit is 20 MB.' },
  });
  expect(huge.reads()).toBe(0);
});

test('five files are refused with what may be given', async () => {
  const five = Array.from({ length: 5 }, (_, index) => file(`${index}.yaml`, 'kind: Pod'));
  expect(await readFiles(five)).toMatchObject({ ok: false, failure: { code: 'too-many-files' } });
});

test('a folder, which cannot be read, is named', async () => {
  const folder: ReadableFile = {
    name: 'manifests',
    size: 4096,
    arrayBuffer: async () => {
      throw new DOMException('not a file', 'NotReadableError');
    },
  };
  expect(await readFiles([folder])).toMatchObject({
    ok: false,
    failure: { message: 'manifests could not be read.' },
  });
});

test('bytes reach the host as they are, whatever their encoding', async () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x61, 0x00]);
  const result = await readFiles([{ name: 'w.yaml', size: 4, arrayBuffer: async () => utf16.buffer }]);
  expect(result).toEqual({ ok: true, files: [{ name: 'w.yaml', base64: '//5hAA==', text: 'a' }] });
});

test('among files dropped together the workload is found wherever it stands', async () => {
  const read = await readFiles([
    file('values.yaml', 'global:\n  proxy: {}\nsidecarInjectorWebhook: {}\n'),
    file(
      'manifest.yaml',
      'kind: Deployment\n---\nkind: ConfigMap\nmetadata:\n  name: istio-sidecar-injector\n',
    ),
    file('cart.yaml', 'apiVersion: apps/v1\nkind: Deployment\n'),
  ]);
  if (!read.ok) throw new Error('refused');
  const input = asInput(read.files);
  expect(input?.file.name).toBe('cart.yaml');
  expect(input?.injection.map((one) => one.name)).toEqual(['values.yaml', 'manifest.yaml']);
});

test('a single file is the workload, whatever it holds', async () => {
  const read = await readFiles([file('odd.txt', 'nothing known')]);
  expect(read.ok && asInput(read.files)?.file.name).toBe('odd.txt');
});
