/** Numbers from 0 to 1 that look like chance and are the same each time (mulberry32, by its published recurrence). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS = [
  'pay',
  'ledger',
  'reconciliation',
  'x',
  'settlement-batch',
  'fx',
  'audit-trail-of-the-night',
  'gw',
];
const ASIAN = ['결제-처리', '決済サービス', '정산-배치', 'ログ転送', '가맹점-설정-파일', '証明書'];
const KINDS = ['Deployment', 'StatefulSet', 'DaemonSet', 'Job'] as const;

/**
 * Workloads as nobody writes them by hand: up to twelve containers, names of one letter to 63, Korean and Japanese ones, 60
 * env entries, 30 volumes, long values, some with native sidecars asked for, some not injected. As one YAML text.
 */
export function generatedWorkloads(count: number): string {
  return Array.from({ length: count }, (_, index) => JSON.stringify(workload(index))).join('\n---\n');
}

function workload(index: number): object {
  const next = numbers(index + 1);
  const upTo = (most: number): number => Math.floor(next() * (most + 1));
  const list = <T>(length: number, make: (at: number) => T): readonly T[] =>
    Array.from({ length }, (_, at) => make(at));
  const of = <T>(choices: readonly T[]): T => choices[upTo(choices.length - 1)] as T;
  const name = (at: number): string => {
    const base = next() < 0.2 ? of(ASIAN) : of(WORDS);
    const long = next() < 0.25 ? `-${list(6, () => of(WORDS)).join('-')}` : '';
    return `${`${base}${long}`.slice(0, 58)}-${at}`;
  };
  const value = (): string =>
    next() < 0.3
      ? 'v'.repeat(1 + upTo(300))
      : next() < 0.2
        ? of(ASIAN).repeat(1 + upTo(8))
        : String(upTo(99_999));
  // The ends of the scale are sure to be there.
  const many = index % 10 === 0;
  const volumes = list(many ? 30 : upTo(6), (at) => ({
    name: name(at),
    ...of<object>([
      { emptyDir: {} },
      { configMap: { name: name(at) } },
      { secret: { secretName: name(at) } },
    ]),
  }));
  const container = (at: number) => ({
    name: name(at),
    image: `registry.example.com/${of(WORDS)}/${name(at)}:1.${upTo(40)}`,
    env: list(many && at === 0 ? 60 : upTo(8), (entry) => ({
      name: `SETTING_${entry}_${of(WORDS).toUpperCase()}`,
      value: value(),
    })),
    ports: list(upTo(4), (port) => ({ name: `p${at}-${port}`, containerPort: 1024 + at * 16 + port })),
    volumeMounts: volumes
      .filter(() => next() < 0.3)
      .map((volume) => ({ name: volume.name, mountPath: `/var/lib/${volume.name}/${of(WORDS)}` })),
  });
  const kind = KINDS[index % KINDS.length] ?? 'Deployment';
  const labels = {
    app: `app-${index}`,
    ...Object.fromEntries(list(upTo(12), (at) => [`team.example.com/l${at}`, of(WORDS)])),
  };
  const annotations = {
    ...(index % 7 === 3 ? { 'sidecar.istio.io/nativeSidecar': 'true' } : {}),
    ...(index % 11 === 5 ? { 'sidecar.istio.io/inject': 'false' } : {}),
  };
  return {
    apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
    kind,
    metadata: {
      name: `w${index}-${name(0)}`.slice(0, 63),
      namespace: next() < 0.3 ? 'a-namespace-with-a-long-name' : 'default',
    },
    spec: {
      ...(kind === 'Job' ? {} : { selector: { matchLabels: { app: `app-${index}` } } }),
      template: {
        metadata: { labels, annotations },
        spec: {
          ...(kind === 'Job' ? { restartPolicy: 'Never' } : {}),
          initContainers: list(upTo(3), (at) => container(50 + at)),
          containers: list(many ? 12 : 1 + upTo(4), container),
          volumes,
        },
      },
    },
  };
}
