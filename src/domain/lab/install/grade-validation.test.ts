import { describe, expect, it } from 'vitest';
import { filesOf, smallLab, WITHOUT_CLUSTER } from '../../../../test/helpers/install-lab.ts';
import { gradeInstallLab } from './grade.ts';

const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: shop}\n';

function step8(text: string) {
  const texts = smallLab();
  texts.set('out/validate.txt', text);
  texts.set('injected.yaml', `${texts.get('injected.yaml')}---\n${SERVICE}`);
  const { steps } = gradeInstallLab(filesOf(texts), WITHOUT_CLUSTER);
  const step = steps[7];
  return {
    state: step?.state,
    notes: (step?.notes ?? []).filter((note) => note.startsWith('out/validate.txt')),
    findings: (step?.findings ?? []).map(({ message }) => message),
  };
}

describe('what out/validate.txt says', () => {
  it.each([
    '"injected.yaml" is valid\n',
    '"/root/istio/injected.yaml" is valid\n',
    'istioctl validate printed nothing and ended with exit code 0: injected.yaml is valid.\n',
    '검증 통과\n',
    '이상 없음\n',
    'validate 결과: 이상 없음\n',
    '검증 완료\n',
    '검증 실패 없음\n',
    'validation succeed\n',
    'rc=0\n',
    '출력 없음, 오류 없음\n',
    '검증 통과 (오류 0개, 실패 없음)\n',
    'validation passed: no errors occurred\n',
    'It is valid, nothing failed, 0 problems.\n',
    'istioctl validate printed nothing; injected.yaml is not invalid\n',
    'deployment "a/:" may not provide Istio metrics and telemetry labels: map["x":"a"]. See https://x/\n"injected.yaml" is valid\n',
    '"injected.yaml" has warnings: \n\t* DestinationRule//g: a check that failed is deprecated\n\n',
  ])('of a file without faults is right: %j', (text) => {
    expect(step8(text)).toEqual({ state: 'pass', notes: [], findings: [] });
  });

  it('of faults of an object that is in the file is the result, and told in a note', () => {
    const { state, notes } = step8(
      'Error: 2 errors occurred:\n\t* Service/shop/a: service "a/shop/:" port "foo" does not follow\n\t* Service/shop/a: x\n\n\n',
    );
    expect([state, notes.length]).toEqual(['pass', 1]);
    expect(notes[0]).toContain('says that injected.yaml is not valid (“Service/shop/a: service');
  });

  it.each([
    ['"injected.yaml" is not valid\n', 'says that it is not valid'],
    [
      'Error: 1 error occurred:\n\t* unknown field "x"\n',
      'none of an object in injected.yaml: “* unknown field',
    ],
    [
      'Error: 1 error occurred:\n\t* Service/shop/b: port\n',
      'none of an object in injected.yaml: “* Service/shop/b',
    ],
    ['검증을 통과하지 못함\n', 'says that it is not valid'],
    ['injected.yaml is invalid\n', 'says that it is not valid'],
    ['injected.yaml validation failed\n', 'says that it is not valid'],
    ['"injected.yaml" is valid\nError: exit status 1\n', 'also says: “Error: exit status 1”'],
    [
      '"injected.yaml" is valid\nError: 1 error occurred:\n\t* Service/shop/a: port\n',
      'also says: “Error: 1 error',
    ],
    ['hello\n', 'neither that injected.yaml is valid nor what is wrong with it, but “hello”'],
    ['\u200b\n', 'It is empty'],
    ['panic: runtime error: x\n', 'no result'],
    ['"injected.yaml" is valid\nbash: line 1: foo: command not found\n', 'no result'],
    ['Usage: istioctl validate -f FILENAME\n', 'no result'],
    ['Error: unknown command "validat"\n', 'no result'],
    [
      'Error: 1 error occurred:\n\t* cannot stat file "injected.yaml": no such file or directory\n',
      'no result',
    ],
    ['"other.yaml" has warnings: \n\t* Gateway//a: x\n', 'It is about “other.yaml”'],
  ])('is refused where it says the contrary, or nothing: %j', (text, words) => {
    const { state, findings } = step8(text);
    expect([state, findings.length]).toEqual(['fail', 1]);
    expect(findings[0]).toContain(words);
  });
});
