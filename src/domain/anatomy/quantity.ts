/** Kubernetes quantities (k8s.io/apimachinery/pkg/api/resource): a number and a suffix. */
const SUFFIX: ReadonlyMap<string, number> = new Map([
  ['n', 1e-9],
  ['u', 1e-6],
  ['m', 1e-3],
  ['', 1],
  ['k', 1e3],
  ['M', 1e6],
  ['G', 1e9],
  ['T', 1e12],
  ['P', 1e15],
  ['E', 1e18],
  ['Ki', 2 ** 10],
  ['Mi', 2 ** 20],
  ['Gi', 2 ** 30],
  ['Ti', 2 ** 40],
  ['Pi', 2 ** 50],
  ['Ei', 2 ** 60],
]);

/** The quantity as a number (`250m` is 0.25, `1Gi` is 1073741824); null when it is not one. */
export function readQuantity(text: string): number | null {
  const match = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+))([a-zA-Z]*|[eE][+-]?\d+)$/.exec(text.trim());
  if (match === null) return null;
  const [, digits = '', suffix = ''] = match;
  const factor = SUFFIX.get(suffix);
  if (factor !== undefined) return Number(digits) * factor;
  return /^[eE][+-]?\d+$/.test(suffix) ? Number(`${digits}${suffix}`) : null;
}

/**
 * What the kubelet puts into a variable for `resourceFieldRef`: the quantity in units of the divisor, rounded up
 * (k8s.io/kubectl/pkg/util/resource, ExtractContainerResourceValue).
 */
export function inDivisor(quantity: string, divisor: string): string | null {
  const amount = readQuantity(quantity);
  const unit = readQuantity(divisor === '0' || divisor === '' ? '1' : divisor);
  if (amount === null || unit === null || unit <= 0) return null;
  // A thousandth of a unit of slack, so that 0.1 + 0.2 stays what it is written as.
  return String(Math.ceil(Number((amount / unit).toFixed(6))));
}
