import { textAt } from '../anatomy/fields.ts';
import type { Note } from '../anatomy/model.ts';
import { InputFault } from '../fault.ts';
import { readYaml } from '../yaml/document.ts';
import { DEFAULT_REVISION } from './arguments.ts';
import type { ChosenText, ChosenTexts } from './chosen-texts.ts';
import { type InjectionRole, isBareText } from './injection-files.ts';

/** A revision, and who names it. */
interface Named {
  readonly revision: string;
  readonly by: string;
}

export interface ChosenRevision {
  readonly revision: string;
  readonly notes: readonly Note[];
}

/** A value that a label may have (k8s.io/apimachinery/pkg/util/validation, IsValidLabelValue): it becomes one. */
const REVISION = /^[A-Za-z0-9](?:[\w.-]{0,61}[A-Za-z0-9])?$/;

/**
 * The revision that the istiod of these files injects for: what its values name (`revision`), else the label
 * `istio.io/rev` of its ConfigMaps, else the default one. Notes a file of another revision.
 * Throws `InputFault` `revision-wrong` for a name that no revision can have.
 */
export function chooseRevision(chosen: ChosenTexts): ChosenRevision {
  const named = [...ofValues(chosen.get('values')), ...ofLabels(chosen)];
  const [first, ...others] = named;
  if (first === undefined) return { revision: DEFAULT_REVISION, notes: [] };
  if (!REVISION.test(first.revision))
    throw new InputFault(
      'revision-wrong',
      `${first.by} names “${first.revision.slice(0, 80)}” as its revision, which is no name of one.`,
      'A revision is up to 63 letters, digits, dashes, dots and underscores.',
    );
  const other = others.find(({ revision }) => revision !== first.revision);
  return { revision: first.revision, notes: other === undefined ? [] : [differNote(first, other)] };
}

/** The values say it themselves, an empty text is the default revision. Releases without revisions have no such key. */
function ofValues(values: ChosenText | undefined): readonly Named[] {
  if (values === undefined) return [];
  const { source } = values;
  const by = isBareText(source.classified) ? values.name : `.data.values in ${source.name}`;
  const value = readYaml(values.name, values.text).documents[0]?.value;
  const revision = textAt(value, 'revision') ?? textAt(value, 'global', 'revision');
  return revision === null ? [] : [{ revision: revision || DEFAULT_REVISION, by }];
}

const ROLES: readonly InjectionRole[] = ['config', 'values', 'mesh'];

function ofLabels(chosen: ChosenTexts): readonly Named[] {
  return ROLES.flatMap((role) => {
    const source = chosen.get(role)?.source;
    const revision = source?.classified.revisions[role];
    return source === undefined || revision === undefined
      ? []
      : [{ revision: revision || DEFAULT_REVISION, by: `the label of the ConfigMap in ${source.name}` }];
  });
}

function differNote(used: Named, other: Named): Note {
  return {
    code: 'revisions-differ',
    severity: 'warning',
    message: `The injection files are of two revisions: ${used.by} names ${used.revision}, ${other.by} names ${other.revision}; ${used.revision} was injected. Give files of one revision: an istiod injects with its own only.`,
    source: null,
  };
}
