import type { Finding } from '../../src/domain/checks/model.ts';
import { runAnalyze, runValidate } from '../../src/host/checks/checks.ts';
import { toolchain } from './injecting.ts';

/** With what the checks run here. */
export async function checkContext() {
  return { istioctl: (await toolchain.find('istioctl')).path };
}

export async function analyze(name: string, text: string, namespace: string | null = null) {
  return runAnalyze(await checkContext(), { files: [{ name, text }], kubeconfig: null, namespace });
}

export async function validate(name: string, text: string) {
  return runValidate(await checkContext(), { name, text });
}

/** The text that a finding points to. */
export function pointed(text: string, { source }: Pick<Finding, 'source'>): string | null {
  if (source === null) return null;
  const lines = text.split(/\r\n|\r|\n/).slice(source.line - 1, source.endLine);
  const last = lines.length - 1;
  lines[last] = (lines[last] ?? '').slice(0, source.endColumn - 1);
  lines[0] = (lines[0] ?? '').slice(source.column - 1);
  return lines.join('\n');
}

export const VIRTUAL_SERVICE = `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata:
  name: reviews
  namespace: mesh-lab
spec:
  hosts:
    - reviews.example.com
  gateways:
    - no-such-gateway
  http:
    - route:
        - destination:
            host: nowhere.mesh-lab.svc.cluster.local
            subset: v1
`;

export const GATEWAY = `apiVersion: networking.istio.io/v1
kind: Gateway
metadata:
  name: door
  namespace: mesh-lab
spec:
  selector:
    istio: ingressgateway
  servers:
    - port:
        number: 70000
        name: http
        protocol: HTTP
      hosts: ["*"]
`;
