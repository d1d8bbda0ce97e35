import { expect, test } from 'vitest';
import { redactPaths } from './redact-paths.ts';

test('paths of this machine are shortened to their last name, wherever they stand', () => {
  const run = {
    argv: ['/opt/tools/istioctl', 'kube-inject', '-f', '/var/tmp/sa-1x/payments.yaml'],
    line: "KUBECONFIG=/var/tmp/sa-1x/none /opt/tools/istioctl kube-inject -f '/var/tmp/sa-1x/payments.yaml'",
    exitCode: 0,
  };
  expect(redactPaths(run, ['/opt/tools', '/var/tmp', '/var/tmp/sa-1x/'])).toEqual({
    value: {
      argv: ['istioctl', 'kube-inject', '-f', 'payments.yaml'],
      line: "KUBECONFIG=none istioctl kube-inject -f 'payments.yaml'",
      exitCode: 0,
    },
    count: 5,
  });
});

test('what only begins like a folder, and what a pod holds, stays', () => {
  const texts = ['/var/tmpfs/x', '/var/run/secrets/istio', 'see /opt/tools-old'];
  expect(redactPaths(texts, ['/var/tmp', '/opt/tools'])).toEqual({ value: texts, count: 0 });
});

test('a folder that is the root or empty redacts nothing', () => {
  expect(redactPaths('/etc/passwd', ['/', '']).count).toBe(0);
});
