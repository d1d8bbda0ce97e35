// Numbers of tests from machine-readable reports. What did not run did not pass.
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './bootstrap.mjs';

/**
 * `tests`: what failed, by file, name and the first line of its reason: the end of a long log is what is kept of it.
 * @typedef {{ passed: number, failed: number, why: string[], tests: string[] }} Count
 */

/** A suite that told nothing, or counted no test, is a failure. */
function checked({ passed, failed, why, tests }, exitCode) {
  if (passed + failed === 0) return { passed: 0, failed: 1, why: [...why, 'no test ran'], tests };
  if (failed === 0 && exitCode !== 0)
    return { passed, failed: 1, why: [...why, `it ended with ${exitCode}`], tests };
  return { passed, failed, why, tests };
}

/** A failed test in one line. */
function failedTest(file, name, message) {
  const reason = stripVTControlCharacters(message ?? '')
    .trim()
    .split('\n')[0]
    .slice(0, 300);
  return [relative(root, resolve(root, file)), name, reason].filter((part) => part !== '').join(' › ');
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
  const tests = report.testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => failedTest(file, fullName, failureMessages?.[0])),
  );
  return checked({ passed: report.numPassedTests, failed, why, tests }, exitCode);
}

/** Playwright's `json` reporter. A test that passed only at a second try is broken; skipped ones did not pass. */
export function countPlaywright(report, exitCode) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const errors = report.errors?.length ?? 0;
  const why = skipped > 0 ? [`${skipped} tests did not run`] : [];
  if (errors > 0) why.push(`${errors} faults outside of tests`);
  const tests = specsOf(report)
    .filter(({ ok }) => !ok)
    .map(playwrightFailure);
  return checked({ passed: expected, failed: unexpected + flaky + skipped + errors, why, tests }, exitCode);
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

function playwrightFailure({ file, title, tests }) {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
  return failedTest(join('e2e', file), title, errors[0]?.message);
}

/** Reads a report and counts it; no report is a failure. */
export function countFile(path, count, exitCode) {
  let report;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, why: [`it left no report and ended with ${exitCode}`], tests: [] };
  }
  return count(report, exitCode);
}
