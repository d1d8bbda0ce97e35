import { expect, test } from 'vitest';
import { grade, labFolder } from '../../../../test/helpers/boot-lab.ts';
import { LABS } from '../model.ts';

const folder = labFolder();
const FILES = LABS.bootstrap.flatMap(({ number, files }) => files.map((file) => ({ number, file })));

const JUNK: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['a line break', '\n'],
  ['NUL', '\0'],
  ['brackets without end', '['.repeat(100_000)],
  ['braces without end', '{"a":'.repeat(100_000)],
  [
    'an anchor bomb',
    `a: &a [x, x]\n${Array.from({ length: 40 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]\n`).join('')}`,
  ],
  ['names of a prototype', '__proto__: {a: 1}\nconstructor: {b: 2}\n__proto__=1\nconstructor=2\n'],
  ['other scripts', '결제=서비스\n- サービス\n🙂=🙂\n'],
  ['one line of nineteen megabytes', 'a'.repeat(19_000_000)],
];

test.each(JUNK)('%s in place of any one file fails its step, and nothing falls over', (_, text) => {
  for (const { number, file } of FILES) {
    const report = grade({ ...folder, [file]: text });
    expect([file, report.passed]).toEqual([file, false]);
    expect([file, report.steps[number - 1]?.state]).toEqual([file, 'fail']);
    // Nobody reads a message as long as a file.
    const longest = Math.max(
      ...report.steps.flatMap(({ findings }) => findings.map(({ message }) => message.length)),
    );
    expect(longest).toBeLessThan(1_000);
  }
});

test('two million characters of explanations are one explanation', () => {
  const report = grade({ ...folder, '08-report.md': '- a\n'.repeat(500_000) });
  expect(report.steps[7]?.findings.at(-1)?.message).toContain(
    '10000 lines of explanation, 1 of them different',
  );
});
