import { expect, test } from 'vitest';
import { emptyStudy } from '../../../test/helpers/opened.ts';
import type { ToolInfo } from '../../contract/types.ts';
import { benchWords } from '../../domain/diagram/truth-words.ts';
import { benchOf } from './bench.ts';

const tool = (program: ToolInfo['program'], version: string | null): ToolInfo => ({
  program,
  version,
  path: version === null ? null : `/bin/${program}`,
  source: version === null ? null : 'cache',
  problem: null,
});
const study = { ...emptyStudy('a'), tools: [tool('istioctl', '1.31'), tool('envoy', null)] };

test('an Envoy that was fetched after the study is the one of the bench; the istioctl stays the one that made it', () => {
  expect(benchWords(benchOf(study, []))).toMatch(/Envoy not found$/);
  const now = [tool('istioctl', '9.9'), tool('envoy', '1.40.0')];
  expect(benchOf(study, now).tools.map(({ program, version }) => `${program} ${version}`)).toEqual([
    'istioctl 1.31',
    'envoy 1.40.0',
  ]);
  expect(benchWords(benchOf(study, now))).toMatch(/Envoy 1\.40\.0$/);
});

test('a recording keeps the programs that it was made with', () => {
  const recording = { ...study, bench: 'recording', tools: [tool('envoy', '1.39.0')] } as const;
  expect(benchOf(recording, [tool('envoy', '1.40.0')])).toBe(recording);
});
