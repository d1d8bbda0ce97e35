// Numbers of tests from machine-readable reports. What did not run did not pass.
import { readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, why: string[] }} Count */

/** A suite that told nothing, or counted no test, is a failure. */
function checked({ passed, failed, why }, exitCode) {
  if (passed + failed === 0) return { passed: 0, failed: 1, why: [...why, 'no test ran'] };
  if (failed === 0 && exitCode !== 0)
    return { passed, failed: 1, why: [...why, `it ended with ${exitCode}`] };
  return { passed, failed, why };
}

/** Vitest's `json` reporter. A file that could not be loaded has no tests and counts as one failure; skipped ones fail. */
export function countVitest(report, exitCode) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  const skipped = report.numPendingTests + report.numTodoTests;
  const why = unloaded.map(({ name }) => `${name} could not be loaded`);
  if (skipped > 0) why.push(`${skipped} tests did not run`);
  const failed = report.numFailedTests + unloaded.length + skipped;
  return checked({ passed: report.numPassedTests, failed, why }, exitCode);
}

/** Playwright's `json` reporter. A test that passed only at a second try is broken; skipped ones did not pass. */
export function countPlaywright(report, exitCode) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const errors = report.errors?.length ?? 0;
  const why = skipped > 0 ? [`${skipped} tests did not run`] : [];
  if (errors > 0) why.push(`${errors} faults outside of tests`);
  return checked({ passed: expected, failed: unexpected + flaky + skipped + errors, why }, exitCode);
}

/** Reads a report and counts it; no report is a failure. */
export function countFile(path, count, exitCode) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, why: [`it left no report and ended with ${exitCode}`] };
  }
  return count(report, exitCode);
}
