import { describe, expect, it } from 'vitest';
import { filesOf, smallLab, WITHOUT_CLUSTER } from '../../../../test/helpers/install-lab.ts';
import { gradeInstallLab } from './grade.ts';

function step8(text: string) {
  const texts = smallLab();
  texts.set('out/validate.txt', text);
  const step = gradeInstallLab(filesOf(texts), WITHOUT_CLUSTER).steps[7];
  return {
    state: step?.state,
    said: (step?.notes ?? []).filter((note) => note.startsWith('out/validate.txt')),
  };
}

describe('what out/validate.txt says', () => {
  it.each([
    '"injected.yaml" is valid\n',
    'istioctl validate printed nothing and ended with exit code 0: injected.yaml is valid.\n',
    '검증 통과\n',
    '출력 없음, 오류 없음\n',
  ])('of a file without faults is right: %j', (text) => {
    expect(step8(text)).toEqual({ state: 'pass', said: [] });
  });

  it.each([
    ['"injected.yaml" is not valid\n', '“"injected.yaml" is not valid”'],
    ['Error: 1 error occurred:\n\t* unknown field "x"\n', '“unknown field "x"”'],
    ['검증을 통과하지 못함\n', '검증을 통과하지 못함'],
    ['injected.yaml validation failed\n', 'validation failed'],
    ['"injected.yaml" is valid\nError: exit status 1\n', '“Error: exit status 1”'],
  ])('of faults is told in a note: %j', (text, words) => {
    const { state, said } = step8(text);
    expect([state, said.length]).toEqual(['pass', 1]);
    expect(said[0]).toContain('says that injected.yaml is not valid');
    expect(said[0]).toContain(words);
  });

  it('is told where it says neither', () => {
    expect(step8('hello\n').said[0]).toContain('neither that injected.yaml is valid nor what is wrong');
  });

  it.each([
    '\u200b\n',
    'panic: runtime error: x\n',
    'Usage: istioctl validate -f FILENAME\n',
    'Error: unknown command "validat"\n',
  ])('is refused where it is no result: %j', (text) => {
    expect(step8(text).state).toBe('fail');
  });
});
