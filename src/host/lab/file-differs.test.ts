import { describe, expect, it } from 'vitest';
import { fileDiffers } from './file-differs.ts';

const WANTED =
  'admin:\n  address:\n    socket_address:\n      port_value: 9982\nnode:\n  id: sidecar~10.0.0.7\n  cluster: a\n';
const said = (path: string, text: string, wanted = WANTED) => {
  const { failure } = fileDiffers(path, { kind: 'text', text }, wanted);
  return [failure.message, failure.source?.line];
};

describe('a file that is not what an export writes', () => {
  it('is told by the first value that differs, and not by its layout', () => {
    const flow =
      'admin:\n  address:\n    socket_address: {port_value: 9982}\nnode:\n  cluster: a\n  id: wrong\n';
    expect(said('boot-typo.yaml', flow)).toEqual([
      'boot-typo.yaml:6 is not what this export writes: node.id is “wrong”, and the export has “sidecar~10.0.0.7”.',
      6,
    ]);
    const lacks =
      'admin:\n  address:\n    socket_address: {port_value: 9982}\nnode:\n  id: sidecar~10.0.0.7\n';
    expect(said('bootstrap.yaml', lacks)[0]).toContain('node.cluster is not there, and the export has “a”');
    const more = `${WANTED}extra: 1\n`;
    expect(said('bootstrap.yaml', more)[0]).toContain('extra is “1”, and the export has none');
  });

  it('is told by its layout where the values are the same', () => {
    const flow = WANTED.replace('\n      port_value: 9982', ' {port_value: 9982}');
    expect(said('bootstrap.yaml', flow)).toEqual([
      'bootstrap.yaml:3 is not what this export writes: its values are the same, and its layout is another: it says “    socket_address: {port_value: 9982}”, and the export “    socket_address:”.',
      3,
    ]);
  });

  it('is told by its lines where it is no YAML, or cannot be read', () => {
    expect(said('02-env.txt', 'a=1\nb=3\n', 'a=1\nb=2\n')[0]).toContain(
      '02-env.txt:2 is not what this export writes: it says “b=3”',
    );
    expect(said('bootstrap.yaml', 'admin: [\n')[0]).toContain(
      'bootstrap.yaml:1 is not what this export writes: it says “admin: [”',
    );
  });
});
