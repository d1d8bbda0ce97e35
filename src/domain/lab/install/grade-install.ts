import { withoutColours } from '../../checks/lines.ts';
import { NO_CLUSTER_SERVER } from '../../inject/arguments.ts';
import { NAMED_CRDS } from '../../manifest/named-crds.ts';
import type { InstallFolder } from './folder.ts';
import { linesOf, type StepJudge, shown } from './judge.ts';
import { compareKinds } from './kinds-table.ts';
import { istioCrds, type ManifestFacts } from './manifest-facts.ts';
import { INSTALL_PATHS } from './paths.ts';
import { insteadOf, istioctlVersion, isWithoutCluster, readPrecheck } from './program-words.ts';
import { refuseStale } from './stale.ts';

const LEAST_KIND_LINES = 10;
const LEAST_CRDS = 5;

/** Step 1: a version of istioctl, and what precheck said. */
export function judgeVersion(judge: StepJudge, folder: InstallFolder): void {
  const { version } = INSTALL_PATHS;
  const said = judge.text(version);
  if (said !== null) {
    const text = withoutColours(said);
    const number = istioctlVersion(text);
    const instead = insteadOf(linesOf(text));
    if (said.trim() === '') judge.fail(version, 'It is empty.');
    else if (number === null || instead !== null)
      judge.fail(
        version,
        `It holds no version number of istioctl (client version: 1.30.3), but ${shown(instead ?? firstLine(said))}.`,
      );
    else judge.note(`Version ${number}.`);
    refuseStale(judge, version, said, folder);
  }
  judgePrecheck(judge, folder);
}

function judgePrecheck(judge: StepJudge, { cluster }: InstallFolder): void {
  const path = INSTALL_PATHS.precheck;
  const written = judge.text(path);
  if (written === null) return;
  if (written.trim() === '') {
    judge.fail(
      path,
      'It is empty. istioctl x precheck writes its errors to standard error: save both streams (2>&1).',
    );
    return;
  }
  const lines = linesOf(withoutColours(written));
  const instead = insteadOf(lines);
  const { checked, contrary } = readPrecheck(lines);
  if (instead !== null || !checked)
    judge.fail(
      path,
      `It holds no result of istioctl x precheck (“No issues found …”, messages such as “Error [IST0139]”, or why the cluster could not be asked), but ${shown(instead ?? firstLine(written))}.`,
    );
  else if (contrary !== null)
    judge.fail(path, `It says that there are no issues, and beside it ${shown(contrary)}.`);
  else if (cluster !== null && isWithoutCluster(written, NO_CLUSTER_SERVER, cluster))
    judge.fail(path, `It is what istioctl says without a cluster, and now ${cluster} is asked.`);
}

function firstLine(text: string): string {
  return text.trim().split(/\r\n|\r|\n/, 1)[0] ?? '';
}

/** Step 2: what a manifest must hold, and its kinds counted again. */
export function judgeManifest(judge: StepJudge, { manifest }: InstallFolder): void {
  const path = INSTALL_PATHS.manifest;
  judge.text(path);
  const table = judge.text(INSTALL_PATHS.kinds);
  if (manifest === null) return;
  const { kinds, kindLines, failure, objects } = manifest;
  if (failure !== null)
    judge.fail(path, `It is not whole: ${shown(failure.said)} stands in it.`, { line: failure.line });
  if (kindLines < LEAST_KIND_LINES)
    judge.fail(
      path,
      `${kindLines} of its lines begin with kind:, where ${LEAST_KIND_LINES} or more are asked for.`,
    );
  if (!kinds.has('CustomResourceDefinition')) judge.fail(path, 'It holds no CustomResourceDefinition.');
  if ('fault' in objects) judge.fail(path, `It cannot be read: ${objects.fault}`, { line: objects.line });
  else if (!objects.istiod) judge.fail(path, 'Nothing in it is called istiod.');
  if (table !== null) judgeTable(judge, table, manifest);
}

function judgeTable(judge: StepJudge, table: string, { kinds, kindLines }: ManifestFacts): void {
  if (table.trim() === '') {
    judge.fail(INSTALL_PATHS.kinds, 'It is empty.');
    return;
  }
  const faults = compareKinds(table, kinds);
  for (const { kind, line, message } of faults) judge.fail(INSTALL_PATHS.kinds, message, { line, key: kind });
  if (faults.length === 0) judge.note(`${kindLines} objects of ${kinds.size} kinds, counted again.`);
}

/** Step 3: the types of the mesh, in a cluster or in what would be applied to one. */
export function judgeCrds(judge: StepJudge, { crds, manifest }: InstallFolder): void {
  const { name, found, live, told } = crds;
  const path = live ? '' : INSTALL_PATHS.manifest;
  if (told !== null) judge.note(told);
  if (found.kind === 'unseen') {
    judge.elsewhere(live || manifest !== null || judge.isUnreadable(INSTALL_PATHS.manifest));
    if (live) judge.unproved(`The CustomResourceDefinitions of ${name} could not be read: ${found.why}.`);
    else judge.fail(path, `Its CustomResourceDefinitions could not be read: ${found.why}.`);
    return;
  }
  const there = new Map(found.value.map((crd) => [crd.name, crd]));
  const remedy = live ? '; apply manifest.yaml, or its CustomResourceDefinitions' : '';
  for (const crd of NAMED_CRDS)
    if (!there.has(crd)) judge.fail(path, `${begin(name)} has no ${crd}${remedy}.`, { key: crd });
    else if (there.get(crd)?.established === false)
      judge.fail(path, `${begin(name)} has ${crd}, but has not taken it up: it is not Established.`, {
        key: crd,
      });
    else if (there.get(crd)?.problem != null)
      judge.fail(path, `${begin(name)} has a ${crd} which ${there.get(crd)?.problem}.`, { key: crd });
  const count = istioCrds(found.value).length;
  judge.elsewhere(count > 0);
  if (count < LEAST_CRDS)
    judge.fail(
      path,
      `${begin(name)} has ${count} CustomResourceDefinitions of a group with istio.io, where ${LEAST_CRDS} or more are asked for.`,
    );
  else judge.note(`${begin(name)} has ${count} CustomResourceDefinitions of groups with istio.io.`);
}

/** Behind a full stop. */
export function begin(name: string): string {
  return name.startsWith('the ') ? `The ${name.slice(4)}` : name;
}
