import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { commandLine } from './command-line.ts';

it('a command is quoted where a shell needs it, and nowhere else', () => {
  expect(commandLine(['istioctl', '--use-kube=false', '--set', 'profile=demo', '-n', ''])).toBe(
    "istioctl --use-kube=false --set profile=demo -n ''",
  );
  expect(commandLine(['a', '--x==ls', '--y=~', '=ls', 'k=a b', "it's"], { K: '~/x' })).toBe(
    "K='~/x' a '--x==ls' '--y=~' '=ls' 'k=a b' 'it'\\''s'",
  );
  // The first word would be taken for an assignment.
  expect(commandLine(['a=b', 'c'])).toBe("'a=b' c");
});

it('every argument comes out of a shell as it went in', () => {
  const args = [
    '--a=b',
    'a=',
    'x=y/z:1,2',
    '=',
    'a=$HOME',
    'a=*',
    '*',
    '{a,b}',
    'a={b,c}',
    '#',
    '!',
    '결제=값',
    'a\nb',
  ];
  const line = commandLine(['printf', '%s\\0', ...args]);
  for (const shell of ['sh', 'bash'])
    expect(execFileSync(shell, ['-c', line]).toString().split('\0').slice(0, -1)).toEqual(args);
});
