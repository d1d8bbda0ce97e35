import { expect, test } from 'vitest';
import { shortLine } from './short-line.ts';

test('programs and files are shown by their own names', () => {
  const argv = ['/opt/tools/istioctl', 'kube-inject', '-f', '/var/lib/x/payments.yaml', 'C:\\x\\values.yaml'];
  expect(shortLine({ argv, line: '' })).toBe('istioctl kube-inject -f payments.yaml values.yaml');
});

test('a bootstrap given as an argument is shown by its beginning, on one line, quoted', () => {
  const short = shortLine({
    argv: ['envoy', '--config-yaml', `admin:\n  address: ${'x'.repeat(5000)}`],
    line: '',
  });
  expect(short).toBe("envoy --config-yaml 'admin: address: xxxxxxxxxxxxxx…'");
});

test('a command without arguments known is shown as it is', () => {
  expect(shortLine({ argv: [], line: 'envoy --version' })).toBe('envoy --version');
});
