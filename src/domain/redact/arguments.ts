import { isHarmless } from './harmless.ts';
import { isSecretName, isSecretNamed } from './names.ts';

/** What of a command line came before an argument. */
export interface ArgumentsBefore {
  /** The flag right in front of it. */
  readonly flag: string | null;
  /** A program before it that takes its password behind a flag of one letter. */
  readonly program: string | null;
}

export const NO_ARGUMENTS: ArgumentsBefore = { flag: null, program: null };

/** Flags of one letter behind which a program takes a password. */
const PASSWORD_FLAGS: Readonly<Record<string, string>> = {
  sshpass: '-p',
  'redis-cli': '-a',
  mysql: '-p',
  mysqladmin: '-p',
  mysqldump: '-p',
  mariadb: '-p',
  'mariadb-dump': '-p',
  ldapsearch: '-w',
};

/** What is known when the next argument is looked at. */
export function argumentsBefore(value: string, before: ArgumentsBefore): ArgumentsBefore {
  const base = value.slice(value.lastIndexOf('/') + 1);
  return {
    flag: /^--?[A-Za-z][\w-]*$/.test(value) ? value : null,
    program: Object.hasOwn(PASSWORD_FLAGS, base) ? base : before.program,
  };
}

/**
 * Where the secret of an argument begins, which ends with it: 11 in `--password=x`, 0 of what follows `--token`, 5 of what
 * follows curl's `--user` in `shop:x`. Null where its place in the command line makes it none.
 */
export function secretOfArgument(value: string, { flag, program }: ArgumentsBefore): number | null {
  const [, front = '', name = ''] = /^(-{0,2}([A-Za-z_][\w.-]*)=)./s.exec(value) ?? [];
  if (front !== '' && isSecretName(name))
    return isSecretNamed(name, value.slice(front.length)) ? front.length : null;
  const own = program === null ? undefined : PASSWORD_FLAGS[program];
  // Written together with its flag, as mysql wants it.
  if (own !== undefined && value.startsWith(own) && value.length > own.length)
    return orHarmless(value, own.length);
  if (flag === null || value.startsWith('--')) return null;
  if (isSecretNamed(flag.replace(/^-+/, ''), value)) return 0;
  if (own === flag) return orHarmless(value, 0);
  if (!/^(?:-u|--user|--proxy-user)$/.test(flag)) return null;
  // `1337:1337` is a user and a group.
  const user = /^[^:]+:(?!\d+$)/.exec(value)?.[0];
  return user === undefined ? null : orHarmless(value, user.length);
}

const orHarmless = (value: string, at: number): number | null => (isHarmless(value.slice(at)) ? null : at);
