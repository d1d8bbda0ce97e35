import { describe, expect, it } from 'vitest';
import { describeEnd, explainLog } from './end-of-run.ts';

const YAML = 'admin: {}\n';
const codeOf = (log: string, exit: { exitCode: number | null; signal: string | null }) =>
  explainLog(log, YAML, exit).explanation.code;

describe('the end of Envoy', () => {
  it('is a crash where a fault of its own ended it, whatever it wrote before', () => {
    for (const log of ['', '[critical] Caught Segmentation fault\n'])
      expect(codeOf(log, { exitCode: null, signal: 'SIGSEGV' })).toBe('crashed');
    const end = describeEnd(
      { runId: 'r', t: 1, log: '', yaml: YAML, open: false },
      { exitCode: null, signal: 'SIGSEGV' },
      false,
    );
    expect(end).toMatchObject({ by: 'itself', signal: 'SIGSEGV' });
    expect(end.explanation?.message).not.toMatch(/refused/);
  });

  it('has no reason where none was given, and speaks of no words', () => {
    const { explanation } = explainLog('', YAML, { exitCode: 3, signal: null });
    expect(explanation).toMatchObject({ code: 'no-reason', message: 'Envoy ended without saying why' });
    expect(explanation.hint).not.toMatch(/words/);
    expect(codeOf('', { exitCode: null, signal: 'SIGKILL' })).toBe('no-reason');
  });

  it('is a refusal where its log says why', () => {
    const log =
      "[critical][main] error initializing configuration 'b.yaml': Unknown gRPC client cluster 'a'\n";
    expect(codeOf(log, { exitCode: 1, signal: null })).toBe('unknown-ads-cluster');
  });
});
