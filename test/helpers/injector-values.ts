/** What of the injector's values is asked for before istioctl is: the least that is taken. */
export const INJECTOR_GLOBAL = {
  proxy: {
    image: 'proxyv2',
    statusPort: 15020,
    clusterDomain: 'cluster.local',
    readinessFailureThreshold: 4,
    readinessPeriodSeconds: 15,
    readinessInitialDelaySeconds: 0,
  },
  proxy_init: { image: 'proxyv2' },
} as const;
