import { useMemo } from 'react';
import type { WorkloadSummary } from '../../../contract/types.ts';
import { groupByNamespace } from './group-workloads.ts';
import { headerText } from './header-text.ts';
import './workload-map.css';

interface WorkloadMapProps {
  readonly workloads: readonly WorkloadSummary[];
  /** Indexes of those that the search finds; the others are pale. */
  readonly found: ReadonlySet<number>;
  readonly current: number;
  readonly choose: (index: number) => void;
}

/** Side of a tile and the gap between two, in pixels: a thousand fit without scrolling far. */
const SIZE = { few: 26, many: 16 } as const;
const MANY = 120;
/** More containers than this are drawn as so many. */
const MOST_BARS = 5;

/**
 * Every workload of an input as a small pod, by namespace: a bar for each container, the sidecar beside them, above them where it
 * is native, missing where there is none. For the pointer; the list below says the same in words.
 */
export function WorkloadMap({ workloads, found, current, choose }: WorkloadMapProps) {
  const groups = useMemo(() => groupByNamespace(workloads), [workloads]);
  const size = workloads.length > MANY ? SIZE.many : SIZE.few;
  return (
    <div className="workload-map" data-testid="workload-map" aria-hidden="true">
      {groups.map(({ namespace, members }) => (
        <div key={namespace} className="map-group">
          <p className="map-namespace">
            {namespace} <span>{members.length}</span>
          </p>
          <div className="map-tiles">
            {members.map(({ index, workload }) => (
              <button
                key={index}
                type="button"
                tabIndex={-1}
                className="map-tile"
                data-current={index === current}
                data-found={found.has(index)}
                title={`${workload.name} · ${workload.kind} · ${headerText.sidecar[workload.sidecar]}`}
                onClick={() => choose(index)}
              >
                <Tile workload={workload} size={size} />
              </button>
            ))}
          </div>
        </div>
      ))}
      <p className="map-legend">
        <span data-kind="yours">{headerText.map.yours}</span>
        <span data-kind="sidecar">{headerText.map.sidecar}</span>
        <span data-kind="native">{headerText.map.native}</span>
        <span data-kind="none">{headerText.map.none}</span>
      </p>
    </div>
  );
}

/** A pod: its containers as bars, one below the other. */
function Tile({ workload, size }: { readonly workload: WorkloadSummary; readonly size: number }) {
  const { sidecar } = workload;
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" data-sidecar={sidecar} aria-hidden="true">
      <rect className="map-pod" x="0.75" y="0.75" width="18.5" height="18.5" rx="3" />
      <path className="map-own" d={ownBars(workload)} />
      {sidecar === 'classic' && <rect className="map-sidecar" x="13.5" y="3" width="3.5" height="14" />}
      {sidecar === 'native' && <rect className="map-sidecar" x="3" y="2.8" width="14" height="2.8" />}
    </svg>
  );
}

/** Bars for the containers of the person's own, as path data. */
function ownBars({ sidecar, containers }: WorkloadSummary): string {
  const own = containers.filter((name) => name !== 'istio-proxy').length;
  const count = Math.max(1, Math.min(MOST_BARS, own));
  const top = sidecar === 'native' ? 6.5 : 3;
  const width = sidecar === 'classic' ? 9 : 14;
  const pitch = (17 - top) / count;
  const height = Math.max(1, pitch - 1);
  return Array.from(
    { length: count },
    (_, bar) => `M3 ${(top + bar * pitch).toFixed(1)}h${width}v${height.toFixed(1)}h-${width}z`,
  ).join('');
}
