/**
 * The kubelet starts the containers of a pod in their order and runs each one's postStart to its end before it starts
 * the next (k8s.io/kubernetes/pkg/kubelet/kuberuntime, SyncPod and startContainer).
 */

/** Id of the part of a container's postStart hook. */
export const postStartId = (container: string): string => `${container}/lifecycle/postStart`;

/** `pilot-agent wait` ends when Envoy is ready (pilot/cmd/pilot-agent/app/wait.go). */
const AGENT_WAITS = /^exec \[(\S*\/)?pilot-agent, wait\b/;

/** Whether a hook, as `handlerText` tells it, waits for Envoy. */
export const waitsForEnvoy = (hook: string): boolean => AGENT_WAITS.test(hook);

/** What the containers after one with a postStart hook wait for; `hook` as `handlerText` tells it. */
export function waitedFor(container: string, hook: string): string {
  return waitsForEnvoy(hook) ? `once ${container} is ready` : `once postStart of ${container} has ended`;
}
