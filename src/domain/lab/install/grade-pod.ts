import { INIT_CONTAINERS, PROXY_CONTAINER, STATUS_ANNOTATION } from '../../anatomy/sidecar.ts';
import { type InstallFolder, isPod, type PodFault } from './folder.ts';
import { hasStatus, type InjectedPod, isInjectedPod, lineOf } from './injected-pod.ts';
import { compareKeys, readJsonObject, readNames, readNumber, typeName } from './json-object.ts';
import { linesOf, listed, type StepJudge, shown } from './judge.ts';
import { INSTALL_PATHS } from './paths.ts';

/** The workload of the lab, and its container. */
const LAB_WORKLOAD = 'payments';

/** Step 5: a workload with its own containers, istio-proxy, an init container of Istio and the annotation of the injector. */
export function judgeInjected(judge: StepJudge, { pod }: InstallFolder): void {
  const path = INSTALL_PATHS.injected;
  if (judge.text(path) === null) return;
  if (!isPod(pod)) {
    if (pod.message !== null) judge.fail(path, pod.message, { line: pod.line });
    return;
  }
  judgeStatus(judge, pod);
  judgeProxy(judge, pod);
  judgeOwnContainers(judge, pod);
  if (!hasInit(pod))
    judge.fail(
      path,
      `${pod.title} has no init container ${[...INIT_CONTAINERS].join(' or ')}; its init containers: ${listed(pod.initContainers)}.`,
      { line: lineOf(pod, [...pod.place.pod, 'spec', 'initContainers']), key: 'initContainers' },
    );
}

function judgeStatus(judge: StepJudge, pod: InjectedPod): void {
  if (isInjectedPod(pod)) return;
  const annotations = [...pod.place.injectorMetadata, 'annotations'];
  const message = hasStatus(pod)
    ? `The annotation ${STATUS_ANNOTATION} of ${pod.title} is not what the injector writes: it does not name ${PROXY_CONTAINER}.`
    : `${pod.title} has no annotation ${STATUS_ANNOTATION} on its pod template, which the injector writes.`;
  judge.fail(INSTALL_PATHS.injected, message, { line: lineOf(pod, annotations), key: STATUS_ANNOTATION });
}

function judgeProxy(judge: StepJudge, pod: InjectedPod): void {
  const path = INSTALL_PATHS.injected;
  if (pod.native)
    judge.note(
      `${PROXY_CONTAINER} of ${pod.title} is a native sidecar: an init container with restartPolicy Always, which starts before the containers and keeps running.`,
    );
  else if (pod.proxy === null)
    judge.fail(path, `${pod.title} has no container ${PROXY_CONTAINER}.`, {
      line: lineOf(pod, [...pod.place.pod, 'spec', 'containers']),
      key: 'containers',
    });
  else if (!pod.containers.includes(PROXY_CONTAINER))
    judge.fail(
      path,
      `${PROXY_CONTAINER} of ${pod.title} is an init container that ends before the containers start: a native sidecar has restartPolicy Always.`,
      { line: lineOf(pod, pod.proxy.path), key: 'restartPolicy' },
    );
}

/**
 * What was there before is known from injected.yaml alone: the annotation names what the injector put in, all others are the
 * workload's own; and the injector wrote their names into istio-proxy, so that one that is gone is missed.
 */
function judgeOwnContainers(judge: StepJudge, pod: InjectedPod): void {
  const path = INSTALL_PATHS.injected;
  const line = lineOf(pod, [...pod.place.pod, 'spec', 'containers']);
  const injected = new Set([PROXY_CONTAINER, ...(pod.status?.containers ?? [])]);
  const own = pod.containers.filter((name) => !injected.has(name));
  // Where that is not written, the lab's own workload is known by its name.
  const named = pod.place.name === LAB_WORKLOAD ? [LAB_WORKLOAD] : [];
  const asked = pod.applications.length > 0 ? pod.applications : named;
  const gone = asked.filter((name) => !pod.containers.includes(name));
  const at = { line, key: 'containers' };
  if (gone.length > 0)
    judge.fail(
      path,
      `${pod.title} has lost its own container ${listed(gone)}; it has ${listed(pod.containers)}.`,
      at,
    );
  else if (own.length === 0)
    judge.fail(path, `${pod.title} has no container of its own beside what was injected.`, at);
  else judge.note(`${pod.title} keeps its own containers ${listed(own)}.`);
}

const SIDECAR_KEYS = ['containers', 'init_containers', 'container_count', 'proxy_image', 'interception'];

/** Step 7: five values that are read again out of injected.yaml. */
export function judgeSidecar(judge: StepJudge, { pod }: InstallFolder): void {
  const path = INSTALL_PATHS.sidecar;
  const object = readJsonObject(judge, path);
  if (object === null) return;
  compareKeys(judge, path, object, SIDECAR_KEYS);
  const at = (key: string) => ({ line: object.line(key), key });
  const containers = readNames(judge, path, object, 'containers');
  const initContainers = readNames(judge, path, object, 'init_containers');
  const count = readNumber(judge, path, object, 'container_count');
  if (object.keys.includes('interception')) {
    const fault = interceptionFault(object.value('interception'), isPod(pod) && hasInit(pod));
    if (fault !== null) judge.fail(path, fault, at('interception'));
  }
  if (!isPod(pod)) {
    judge.unproved(`${path} could not be compared: ${whyNoPod(judge, pod)}.`);
    return;
  }
  const has = `injected.yaml has in ${pod.title}`;
  if (containers !== null && !sameNames(containers, pod.running))
    judge.fail(
      path,
      `containers names ${listed(containers)}; ${has} ${listed(pod.running)}.`,
      at('containers'),
    );
  const inits = pod.initContainers;
  const others = inits.filter((name) => !(pod.native && name === PROXY_CONTAINER));
  if (initContainers !== null && initContainers.length === 0)
    judge.fail(path, `init_containers is empty; ${has} ${listed(inits)}.`, at('init_containers'));
  else if (initContainers !== null && !sameNames(initContainers, inits) && !sameNames(initContainers, others))
    judge.fail(
      path,
      `init_containers names ${listed(initContainers)}; ${has} ${listed(inits)}.`,
      at('init_containers'),
    );
  if (count !== null && count !== pod.running.length)
    judge.fail(
      path,
      `container_count is ${count}; ${has} ${pod.running.length} containers.`,
      at('container_count'),
    );
  if (object.keys.includes('proxy_image')) {
    const image = object.value('proxy_image');
    if (typeof image !== 'string')
      judge.fail(path, `proxy_image is ${typeName(image)}, where a text is asked for.`, at('proxy_image'));
    else if (image !== pod.image)
      judge.fail(
        path,
        `proxy_image is ${shown(image)}; injected.yaml has ${pod.image === null ? 'none' : shown(pod.image)} for ${PROXY_CONTAINER}.`,
        at('proxy_image'),
      );
  }
}

/** Step 5 judges injected.yaml itself: that it cannot be read is no fault of what was read out of it. */
function whyNoPod(judge: StepJudge, { message }: PodFault): string {
  const isThere = judge.textOf(INSTALL_PATHS.injected) !== null || judge.isUnreadable(INSTALL_PATHS.injected);
  if (!isThere) return 'there is no injected.yaml yet, which step 5 makes';
  return `injected.yaml holds no workload that can be read${message === null ? '' : ` (${message.replace(/\.$/, '')})`}`;
}

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  const there = new Set(other);
  return one.length === other.length && one.every((name) => there.has(name));
}

/** Letters beside `iptables` without which a text is no sentence, in a language with or without spaces. */
const LEAST_LETTERS = 8;

/** That nothing is taken, in the usual words of English and Korean; “but not what the proxy itself sends” is no such word. */
const NOT_TAKEN =
  /\b(?:not|never|n['’]t)\s+(?:be\s+|being\s+|really\s+)?(?:intercept|redirect|captur|us(?:e|ed|ing)\b|involv|need)|\b(?:without|no)\s+iptables\b|\biptables\s+(?:is|are|does|do|has|have|rules are)\s*(?:not|n['’]t|never|nothing)|iptables ?(?:를|을|는|은|로|규칙을|없이)? ?(?:쓰지|사용하지|거치지|없이)|가로채지 ?(?:않|못)|iptables ?없이|iptables ?(?:가|는|와는)? ?(?:무관|아니|상관)/i;

function hasInit(pod: InjectedPod): boolean {
  return pod.initContainers.some((name) => INIT_CONTAINERS.has(name));
}

function interceptionFault(value: unknown, isTaken: boolean): string | null {
  if (typeof value !== 'string') return `interception is ${typeName(value)}, where a sentence is asked for.`;
  // The word itself: `istio-iptables` holds it, IPTABLES and ip6tables are others.
  if (!/\biptables\b/.test(value)) return `interception does not say iptables, but ${shown(value)}.`;
  if (linesOf(value).length > 1) return 'interception has several lines, where one sentence is asked for.';
  if (isTaken && NOT_TAKEN.test(value))
    return `interception says that nothing is taken by iptables, and injected.yaml has an init container that sees to it: ${shown(value)}.`;
  const letters = value.replace(/iptables/gi, '').match(/\p{L}/gu) ?? [];
  return letters.length < LEAST_LETTERS ? `interception is no sentence: ${shown(value)}.` : null;
}
