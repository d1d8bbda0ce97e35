import type { Part, WorkloadAnatomy, WorkloadSummary } from '../anatomy/model.ts';
import { kindWord } from '../diagram/words.ts';

/** A part that a query found. */
export interface FoundPart {
  readonly part: Part;
  /** Labels of what it stands in, the outermost first: `istio-proxy`. Empty for what stands in nothing. */
  readonly within: string;
}

export interface FoundWorkload {
  readonly index: number;
  readonly workload: WorkloadSummary;
}

/** The best hits, and how many there are of each. */
export interface SearchResult {
  readonly parts: readonly FoundPart[];
  readonly partCount: number;
  readonly workloads: readonly FoundWorkload[];
  readonly workloadCount: number;
}

export interface SearchIndex {
  /**
   * What holds every word of `query`, in its label, value, kind, id, detail or what it stands in; the nearest first, at
   * most `most` parts and as many workloads. Nothing for a query without a word.
   */
  find(query: string, most: number): SearchResult;
}

/** What is searched of a part, in small letters. */
interface Entry {
  readonly part: Part;
  readonly within: string;
  readonly label: string;
  readonly value: string;
  readonly rest: string;
}

/** How near a word is to a part: the lower, the nearer; null where it is nowhere in it. */
type Nearness = number | null;

const NOTHING: SearchResult = { parts: [], partCount: 0, workloads: [], workloadCount: 0 };

const wordsOf = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** Prepares parts and workloads to be searched. Linear in what they hold; so is each search. */
export function searchIndex(
  anatomy: Pick<WorkloadAnatomy, 'parts'>,
  workloads: readonly WorkloadSummary[] = [],
): SearchIndex {
  const byId = new Map(anatomy.parts.map((part) => [part.id, part]));
  const entries = anatomy.parts.map((part): Entry => {
    const within = holdersOf(part, byId);
    const rest = [part.kind, kindWord(part.kind), part.id, part.detail, part.before, within];
    return {
      part,
      within,
      label: part.label.toLowerCase(),
      value: (part.value ?? '').toLowerCase(),
      rest: rest.join('\n').toLowerCase(),
    };
  });
  const named = workloads.map((workload, index) => ({
    index,
    workload,
    name: workload.name.toLowerCase(),
    text: `${workload.name} ${workload.kind} ${workload.namespace} ${workload.containers.join(' ')}`.toLowerCase(),
  }));
  return {
    find(query, most) {
      const words = wordsOf(query);
      if (words.length === 0) return NOTHING;
      const parts = ranked(entries, (entry) => nearnessOf(entry, words));
      const others = ranked(named, ({ name, text }) =>
        words.every((word) => text.includes(word)) ? nameRank(name, words.join(' ')) : null,
      );
      return {
        parts: parts.slice(0, most).map(({ part, within }) => ({ part, within })),
        partCount: parts.length,
        workloads: others.slice(0, most).map(({ index, workload }) => ({ index, workload })),
        workloadCount: others.length,
      };
    },
  };
}

/** Labels of the parts around a part. Each knows only its own parent, so a ring would have no end: the depth is bounded. */
function holdersOf(part: Part, byId: ReadonlyMap<string, Part>): string {
  const names: string[] = [];
  let holder = byId.get(part.parent ?? '');
  // The workload and its pod hold nearly everything, and tell nothing apart.
  while (holder !== undefined && holder.kind !== 'workload' && holder.kind !== 'pod' && names.length < 8) {
    names.unshift(holder.label);
    holder = byId.get(holder.parent ?? '');
  }
  return names.join(' › ');
}

/** Hits in the order of their nearness; those that are as near as each other in the order in which they stand. */
function ranked<T>(all: readonly T[], nearness: (one: T) => Nearness): readonly T[] {
  const hits = all.flatMap((one, place) => {
    const near = nearness(one);
    return near === null ? [] : [{ one, near, place }];
  });
  return hits.sort((a, b) => a.near - b.near || a.place - b.place).map(({ one }) => one);
}

/** The sum over the words; what holds the whole query in one piece is nearer than what holds its words apart. */
function nearnessOf(entry: Entry, words: readonly string[]): Nearness {
  let sum = 0;
  for (const word of words) {
    const near = wordNearness(entry, word);
    if (near === null) return null;
    sum += near;
  }
  const whole = words.join(' ');
  return words.length > 1 && !entry.label.includes(whole) && !entry.value.includes(whole) ? sum + 1 : sum;
}

const RANK = { value: 4, valueInside: 5, rest: 6 } as const;

function wordNearness({ label, value, rest }: Entry, word: string): Nearness {
  if (label.includes(word)) return nameRank(label, word);
  if (value === word) return RANK.value;
  if (value.includes(word)) return RANK.valueInside;
  return rest.includes(word) ? RANK.rest : null;
}

/** 0: the name itself; 1: its beginning; 2: the beginning of a word in it; 3: somewhere in it or not in it at all. */
function nameRank(name: string, word: string): number {
  if (name === word) return 0;
  const at = name.indexOf(word);
  if (at === 0) return 1;
  return at > 0 && /[^\p{L}\p{N}]/u.test(name.charAt(at - 1)) ? 2 : 3;
}
