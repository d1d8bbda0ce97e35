import type { Part } from '../../../domain/anatomy/model.ts';
import { visibleText } from '../../../domain/anatomy/visible-text.ts';
import { kindWord } from '../../../domain/diagram/words.ts';
import { cutText } from '../../ui/cut-text.ts';
import { type HitRow, matchIn } from './hit-rows.ts';
import { searchText } from './search-text.ts';

/** What is shown of a value in its one line. */
const VALUE = 160;

interface HitProps {
  readonly id: string;
  readonly row: HitRow;
  readonly query: string;
  readonly chosen: boolean;
  /** It is the workload on the stage. */
  readonly current: boolean;
  readonly onPoint: () => void;
  readonly onGo: () => void;
}

function Label({ text, query }: { readonly text: string; readonly query: string }) {
  const label = visibleText(text);
  const match = matchIn(label, query);
  return (
    <span className="find-label mono" title={label}>
      {match === null ? (
        label
      ) : (
        <>
          {label.slice(0, match.from)}
          <mark>{label.slice(match.from, match.to)}</mark>
          {label.slice(match.to)}
        </>
      )}
    </span>
  );
}

function placeOf({ source, original }: Part): string {
  const range = source ?? original;
  return range === undefined || range === null ? '' : `${range.file}:${range.line}`;
}

interface RowWords {
  readonly kind: string;
  readonly label: string;
  readonly value: string;
  readonly where: string;
  readonly place: string;
}

function wordsOf(row: HitRow, current: boolean): RowWords {
  if (row.kind === 'workload') {
    const { kind, name, namespace, containers } = row.workload;
    return {
      kind: searchText.workload(current),
      label: name,
      value: containers.join(', '),
      where: `${kind} · ${namespace}`,
      place: '',
    };
  }
  const { part, within } = row;
  return {
    kind: kindWord(part.kind),
    label: part.label,
    value: part.value !== null && part.value !== part.label ? part.value : (part.detail ?? ''),
    where: within,
    place: placeOf(part),
  };
}

/** One hit: what it is, its name and value, where it stands. */
export function Hit({ id, row, query, chosen, current, onPoint, onGo }: HitProps) {
  const { kind, label, value, where, place } = wordsOf(row, current);
  return (
    // The keyboard is the field's: it moves the choice (aria-activedescendant) and goes there with Enter.
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className="find-row"
      data-hit={row.key}
      onPointerMove={onPoint}
      onClick={onGo}
      onKeyDown={(event) => event.key === 'Enter' && onGo()}
    >
      <span className="find-kind">{kind}</span>
      <span className="find-what">
        <Label text={label} query={query} />
        {value !== '' && <span className="find-value mono">{visibleText(cutText(value, VALUE))}</span>}
      </span>
      <span className="find-where">
        {visibleText(where)}
        <br />
        {visibleText(place)}
      </span>
    </div>
  );
}
