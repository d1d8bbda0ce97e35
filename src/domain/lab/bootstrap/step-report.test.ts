import { describe, expect, test } from 'vitest';
import { complaints, grade, labFolder } from '../../../../test/helpers/boot-lab.ts';
import { workloadWords } from './report-lines.ts';

const folder = labFolder();
const report = folder['08-report.md'] ?? '';
const naming = (workload: string): readonly string[] =>
  complaints(
    grade({
      ...folder,
      '08-report.md': report.replace(/Workload: .* in inject/, `Workload: ${workload} in inject`),
    }),
  );

describe('the line of a report that names its workload', () => {
  test('has to name one that is in inject.yaml', () => {
    expect(naming('Deployment payments')).toEqual([]);
    expect(naming('Pod pair-')).toEqual([
      '8 fail 08-report.md:6 It names Pod pair-, which is not in inject.yaml; there: Deployment payments.',
    ]);
  });

  test('is no fault where there is no inject.yaml to look into', () => {
    const { 'inject.yaml': _, ...rest } = folder;
    expect(complaints(grade(rest)).filter((line) => line.startsWith('8 '))).toEqual([]);
  });

  test('quotes a name that would not stand in a line of text', () => {
    expect(workloadWords('Deployment pay "x"')).toBe('Deployment "pay \\"x\\""');
  });
});

describe('explanations', () => {
  const values = report.split('\n').slice(0, 4).join('\n');
  const lines = ['one', 'two', 'three', 'four'].map((word) => `- ${word}`).join('\n');
  const eighth = (text: string) =>
    complaints(grade({ ...folder, '08-report.md': text })).filter((line) => line.startsWith('8 '));

  test('are lines, as grep counts them, in a comment or a fence of Markdown, too', () => {
    expect(eighth(`${values}\n${lines}\n`)).toEqual([]);
    expect(eighth(`${values}\n<!--\n${lines}\n-->\n`)).toEqual([]);
    expect(eighth(`${values}\n\`\`\`\n${lines}\n\`\`\`\n`)).toEqual([]);
    expect(eighth(`${values}\n${lines.replaceAll('- ', '  - ')}\n`)).toHaveLength(1);
  });
});

describe('lines that are none of those that are asked for', () => {
  test('are told which are once', () => {
    const { findings = [] } = grade({ ...folder, '02-env.txt': 'a=1\nb=2\n' }).steps[1] ?? {};
    expect(findings.slice(0, 2).map(({ message }) => message)).toEqual([
      expect.stringMatching(/^"a=1" is none of the lines that the lab asks for: CA_ADDR=, /),
      '"b=2" is none of the lines that the lab asks for.',
    ]);
  });
});
