import { XDS_CLUSTER } from '../../bootstrap/lab.ts';
import type { LabFiles } from '../model.ts';
import { lastCode } from './envoy-words.ts';
import { bounded, finding, quote, type StepResult, textOf, withText } from './findings.ts';
import { checkKeys, type KeyRule, keyLines, singleValue, valueText } from './key-values.ts';
import {
  explanations,
  explanationsBelow,
  REPORT_KEYS,
  WORKLOAD_LINE,
  workloadWords,
} from './report-lines.ts';

const FILE = '08-report.md';
const MIN_EXPLANATIONS = 4;

/** A value that another file of the folder says, and what it should say. */
interface Told {
  readonly key: (typeof REPORT_KEYS)[number];
  /** Null where the file does not say it. */
  readonly written: string | null;
  readonly file: string;
  /** What it is, whatever that file says; null where nothing tells. */
  readonly truth: string | null;
}

/**
 * Step 8: four values of the steps before, and explanations. A value that is right is no fault of this step where the file
 * that it was copied from is wrong.
 * @param workloads of inject.yaml, `Deployment payments`; null where nothing tells
 */
export function gradeReport(
  files: LabFiles,
  discoveryAddress: string | null,
  workloads: readonly string[] | null = null,
): StepResult {
  return withText(files, FILE, (text) => {
    const lines = keyLines(text, REPORT_KEYS);
    const told = toldBy(files, discoveryAddress);
    const values = checkKeys(FILE, lines, told.map(ruleFor));
    const unknown = told.filter(({ written, truth }) => written === null && truth === null);
    const notes = unknown.map(
      ({ key, file }) => `${key} could not be compared: neither ${file} nor a mesh configuration says it.`,
    );
    return {
      notes,
      unproved: notes.length > 0,
      findings: bounded([...values, ...tooFew(text), ...otherWorkload(text, workloads)]),
    };
  });
}

function toldBy(files: LabFiles, discoveryAddress: string | null): readonly Told[] {
  const refusal = textOf(files, '05-typo.txt');
  const code = refusal === null ? null : lastCode('05-typo.txt', refusal).code;
  return [
    {
      key: 'xds_address',
      written: singleValue(textOf(files, '03-mesh.txt'), 'discovery_address'),
      file: '03-mesh.txt',
      truth: discoveryAddress === null ? null : valueText(discoveryAddress),
    },
    { key: 'xds_cluster', written: null, file: 'bootstrap.yaml', truth: XDS_CLUSTER },
    {
      key: 'typo_rc',
      written: code === null ? null : String(code),
      file: '05-typo.txt',
      // What Envoy ends with when it refuses a bootstrap, whatever the file says (`--mode validate`, EXIT_FAILURE).
      truth: '1',
    },
    {
      key: 'ready_without_istiod',
      written: singleValue(textOf(files, '06-ready.txt'), 'ready_body'),
      file: '06-ready.txt',
      truth: 'PRE_INITIALIZING',
    },
  ];
}

function ruleFor({ key, written, file, truth }: Told): KeyRule {
  return {
    key,
    fault: (value) => {
      if (value !== '' && (value === written || value === truth)) return null;
      if (written === null && truth === null) return value === '' ? 'it needs a value' : null;
      return `${written === null ? 'it is' : `${file} says`} ${quote(written ?? truth ?? '')}`;
    },
  };
}

/** `Workload: Deployment payments in inject.yaml.`, as an export writes it, names one that is there. */
function otherWorkload(text: string, workloads: readonly string[] | null) {
  const there = workloads?.map(workloadWords);
  return explanations(text).flatMap(({ line, text: said }) => {
    const named = WORKLOAD_LINE.exec(said)?.[1];
    if (named === undefined || there === undefined || there.includes(named)) return [];
    const others = there.slice(0, 5).join(', ') || 'none';
    return [finding(FILE, `It names ${named}, which is not in inject.yaml; there: ${others}.`, line)];
  });
}

function tooFew(text: string) {
  const below = explanationsBelow(text);
  const different = new Set(below.map((line) => line.text)).size;
  if (different >= MIN_EXPLANATIONS) return [];
  const asked = `the lab asks for ${MIN_EXPLANATIONS} or more that begin with “- ”`;
  const above = explanations(text).length - below.length;
  const lines = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'} of explanation`;
  const why =
    different < below.length
      ? `${lines(below.length)}, ${different} of them different,`
      : `${lines(below.length)}${above > 0 ? ` (and ${above} above the four values)` : ''}`;
  const stand = below.length === 1 ? 'stands' : 'stand';
  return [finding(FILE, `${why} ${stand} below the four values; ${asked}.`, below.at(-1)?.line ?? null)];
}
