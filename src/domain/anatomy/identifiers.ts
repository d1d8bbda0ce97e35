/**
 * One step of a part's id from a name of the user's: `/` and `~` as in a JSON pointer (RFC 6901), `#` as well because
 * it numbers parts that share a name. Different names never give the same step.
 */
export function idStep(name: string): string {
  // Not replaceAll: some ids are made while modules are read, before an old engine is lent it.
  return name.replace(/~/g, '~0').replace(/\//g, '~1').replace(/#/g, '~2');
}

/** Joins steps to an id; steps are escaped here. */
export function idOf(...names: readonly (string | number)[]): string {
  return names.map((name) => idStep(String(name))).join('/');
}

/** Gives every wanted id once: the second part of the same name becomes `…#2`, the third `…#3`. */
export function createIdRegister(): (wanted: string) => string {
  const given = new Map<string, number>();
  return (wanted) => {
    const count = (given.get(wanted) ?? 0) + 1;
    given.set(wanted, count);
    return count === 1 ? wanted : `${wanted}#${count}`;
  };
}

/** Id of the part that carries what a CronJob's Jobs bear and their pods do not. */
export const JOB_ID = 'job';
