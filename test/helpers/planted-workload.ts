import { json, plantedIn } from './planted-secrets.ts';

/** A Deployment with every secret that one can hold. */
export function plantedWorkload(): string {
  const container = {
    name: 'shop',
    image: 'registry.k8s.io/e2e-test-images/agnhost:2.53',
    command: ['/bin/shop'],
    args: plantedIn('arg').flatMap(({ name, text }) => (name === '' ? [text] : [name, text])),
    env: [
      ...plantedIn('env').map(({ name, text }) => ({ name, value: text })),
      { name: 'API_PASSWORD', valueFrom: { secretKeyRef: { name: 'shop-login', key: 'password' } } },
    ],
    lifecycle: {
      postStart: { exec: { command: ['sh', '-c', ...plantedIn('exec').map(({ text }) => text)] } },
    },
    ports: [{ containerPort: 8080 }],
  };
  const proxy = {
    name: 'istio-proxy',
    image: 'auto',
    env: plantedIn('proxy-env').map(({ name, text }) => ({ name, value: text })),
  };
  return `${json({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'shop', namespace: 'default' },
    spec: {
      selector: { matchLabels: { app: 'shop' } },
      template: {
        metadata: {
          labels: { app: 'shop' },
          annotations: Object.fromEntries(plantedIn('annotation').map(({ name, text }) => [name, text])),
        },
        spec: { containers: [container, proxy], imagePullSecrets: [{ name: 'registry-login' }] },
      },
    },
  })}\n`;
}

/** A kubeconfig with every secret that one can hold. */
export function plantedKubeconfig(): string {
  const lines = plantedIn('kubeconfig').map(({ name, text }) => `    ${name}: ${text}`);
  return ['apiVersion: v1', 'kind: Config', 'users:', '- name: shop', '  user:', ...lines, ''].join('\n');
}
