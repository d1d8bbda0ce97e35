export const searchText = {
  title: 'Find a part',
  field: 'Name, value, kind or id',
  help: 'Every word counts: “env istio_meta”, “15012”, “projected”, “static cluster agent”.',
  keys: '↑ ↓ choose · Enter goes there · Esc closes',
  none: (query: string) => `Nothing holds “${query}”.`,
  found: (parts: number, workloads: number, shown: number) => {
    const hits = [
      `${parts} ${parts === 1 ? 'part' : 'parts'}`,
      ...(workloads === 0 ? [] : [`${workloads} ${workloads === 1 ? 'workload' : 'workloads'}`]),
    ].join(', ');
    return shown < parts + workloads ? `${hits}; the first ${shown} are shown` : hits;
  },
  results: 'Found',
  workload: (current: boolean) => (current ? 'this workload' : 'other workload'),
} as const;
