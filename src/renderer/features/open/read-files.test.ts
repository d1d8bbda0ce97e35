import { expect, test } from 'vitest';
import { openedFile, sameFile, textOf } from '../../state/opened-input.ts';
import { asInput, type ReadableFile, readFiles } from './read-files.ts';

const MEGABYTE = 1024 * 1024;

/** A file whose reads are counted in bytes. */
function file(name: string, bytes: string | Uint8Array<ArrayBuffer>, size?: number) {
  const blob = new Blob([bytes]);
  let read = 0;
  return {
    name,
    size: size ?? blob.size,
    read: () => read,
    slice(start = 0, end = blob.size) {
      const part = blob.slice(start, end);
      read += part.size;
      return part;
    },
  };
}

test('a file over 20 MB is refused by its size, before a byte of it is read', async () => {
  const huge = file('huge.yaml', '', 21 * MEGABYTE);
  const result = await readFiles([huge]);
  expect(result).toMatchObject({
    ok: false,
    failure: { code: 'input-too-large', message: 'huge.yaml is 22.1 MB; the limit is 20 MB.' },
  });
  expect(huge.read()).toBe(0);
});

test('a file one byte over the limit is not told to be as large as the limit', async () => {
  expect(await readFiles([file('huge.yaml', '', 20_000_001)])).toMatchObject({
    failure: { message: 'huge.yaml is 20.1 MB; the limit is 20 MB.' },
  });
});

test('five files are refused with what may be given', async () => {
  const five = Array.from({ length: 5 }, (_, index) => file(`${index}.yaml`, 'kind: Pod'));
  expect(await readFiles(five)).toMatchObject({ ok: false, failure: { code: 'too-many-files' } });
});

test('a folder, which cannot be read, is named', async () => {
  const folder: ReadableFile = {
    name: 'manifests',
    size: 4096,
    slice: () => {
      throw new DOMException('not a file', 'NotReadableError');
    },
  };
  expect(await readFiles([folder])).toMatchObject({
    ok: false,
    failure: { message: 'manifests could not be read.' },
  });
});

test('a binary file is refused by its first kilobytes, and the rest of it is not read', async () => {
  const program = file(
    'program',
    new Uint8Array(5_000_000).map((_, at) => at % 256),
  );
  expect(await readFiles([file('cart.yaml', 'kind: Pod'), program])).toMatchObject({
    ok: false,
    failure: { code: 'binary-file', message: 'program is a binary file, not YAML or JSON.' },
  });
  expect(program.read()).toBeLessThan(10_000);
});

test('bytes reach the host as they are, whatever their encoding, and are shown as text', async () => {
  const utf16 = Uint8Array.from([0xff, 0xfe, 0x61, 0x00]);
  const result = await readFiles([file('w.yaml', utf16)]);
  const [read] = result.ok ? result.files : [];
  if (read === undefined) throw new Error('refused');
  expect(new Uint8Array(await read.bytes.arrayBuffer())).toEqual(utf16);
  expect(await textOf(read)).toBe('a');
});

test('a file is taken as it was when it was opened', async () => {
  const bytes = new TextEncoder().encode(`kind: Pod\n${'# é\n'.repeat(1_000_000)}`);
  const result = await readFiles([file('w.yaml', bytes)]);
  const [read] = result.ok ? result.files : [];
  if (read === undefined) throw new Error('refused');
  expect(Buffer.from(await read.bytes.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);
  const [again, other] = await Promise.all([
    openedFile('w.yaml', new Blob([bytes])),
    openedFile('w.yaml', new Blob([bytes.with(20, 64)])),
  ]);
  expect(sameFile(read, again)).toBe(true);
  expect(sameFile(read, other)).toBe(false);
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
