import { basename } from 'node:path';
import { type FailureError, inputFailure } from '../../contract/failure.ts';
import { type BinaryFormat, describeFormat, runsHere } from './binary-format.ts';
import { isBareName } from './paths.ts';
import { WRAPPER_NAME } from './wrapper.ts';

/** Everything known about a program that was to run: what the system, its loader or the shell in between said. */
export interface SpawnFacts {
  readonly program: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** `code` of a spawn error: ENOENT, EACCES, ENOEXEC … */
  readonly errorCode?: string;
  readonly exitCode?: number | null;
  readonly signal?: string | null;
  readonly stderr?: string;
  /** What the file is, where it could be read. */
  readonly format?: BinaryFormat;
  /** The file carries macOS's mark for downloads, `com.apple.quarantine`. */
  readonly quarantined?: boolean;
  /** The file was there when we looked, so that "not found" is about its loader. */
  readonly exists?: boolean;
}

/** The system's word for a program of another machine; 86 is macOS's EBADARCH, which Node has no name for. */
const WRONG_FORMAT = /exec format error|bad cpu type in executable|cannot execute binary file/i;
const MISSING_LIBRARY =
  /error while loading shared libraries: ([^:\s]+)|Library not loaded: (\S+)|Error loading shared library ([^:\s]+)/;
const OLD_C_LIBRARY = /version [`'](GLIBC_[0-9.]+|GLIBCXX_[0-9.]+)' not found/;

/**
 * Why a program could not run, as one sentence and what to do; null when it did run (whatever its exit code), so that
 * its own output counts.
 */
export function explainSpawnFailure(facts: SpawnFacts): FailureError | null {
  return explainSpawnError(facts) ?? explainEnd(facts);
}

function cannotRun(facts: SpawnFacts, message: string, hint: string): FailureError {
  const evidence = facts.stderr?.slice(0, 4096);
  return inputFailure('tool-cannot-run', message, hint, null, evidence === '' ? undefined : evidence);
}

function explainSpawnError(facts: SpawnFacts): FailureError | null {
  const name = basename(facts.program);
  switch (facts.errorCode) {
    case undefined:
      return null;
    case 'ENOENT':
    case 'ENOTDIR':
      if (facts.exists === true) return missingLoader(facts);
      return isBareName(facts.program)
        ? cannotRun(
            facts,
            `${name} was not found: no folder of PATH holds a program of that name.`,
            `Install ${name}, or give its full path.`,
          )
        : cannotRun(
            facts,
            `${name} was not found: there is no file ${facts.program}.`,
            'Check the path, or remove the setting so that the program is looked for.',
          );
    case 'EACCES':
    case 'EPERM':
      return cannotRun(
        facts,
        `${facts.program} is not executable: this user may not start it.`,
        `Make it executable (chmod +x) and check that its disk is not mounted noexec.`,
      );
    case 'EISDIR':
      return cannotRun(facts, `${facts.program} is a folder, not a program.`, `Name the program in it.`);
    case 'ENOEXEC':
    case 'UNKNOWN':
      return wrongMachine(facts);
    case 'ETXTBSY':
      return cannotRun(
        facts,
        `${facts.program} is being written to and cannot start.`,
        'Wait until it is complete and try again.',
      );
    case 'E2BIG':
      return cannotRun(
        facts,
        `${name} was given more arguments than this system takes.`,
        'Give the input as a file.',
      );
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
    case 'ENFILE':
      return cannotRun(
        facts,
        `${name} could not start: this machine is out of processes, memory or open files (${facts.errorCode}).`,
        'End other programs and try again.',
      );
    default:
      return cannotRun(
        facts,
        `${facts.program} could not start: the system said ${facts.errorCode}.`,
        'Check the program by running it in a terminal.',
      );
  }
}

function wrongMachine(facts: SpawnFacts): FailureError {
  if (facts.format?.format === 'unknown')
    return cannotRun(
      facts,
      `${facts.program} is no program: it does not begin like one of any system.`,
      `Name ${basename(facts.program)} itself, not an archive or a text.`,
    );
  const here = `${facts.platform} ${facts.arch}`;
  const what =
    facts.format === undefined || runsHere(facts.format, facts.platform, facts.arch)
      ? 'a program for another system or processor'
      : describeFormat(facts.format);
  return cannotRun(
    facts,
    `${facts.program} has the wrong architecture: it is ${what}, and this machine is ${here}.`,
    `Install the build of ${basename(facts.program)} for ${here}.`,
  );
}

function missingLoader(facts: SpawnFacts): FailureError {
  return cannotRun(
    facts,
    `${facts.program} is there, but the loader or interpreter that it names is not installed (a glibc program on a musl system, or a script's first line).`,
    `Install a build of ${basename(facts.program)} for this system, or its loader.`,
  );
}

function explainEnd(facts: SpawnFacts): FailureError | null {
  const stderr = facts.stderr ?? '';
  if (facts.signal === 'SIGKILL' && facts.platform === 'darwin' && facts.quarantined === true) {
    return cannotRun(
      facts,
      `macOS refused to start ${facts.program}: it is in quarantine because it was downloaded and is not notarized.`,
      `If you trust it, remove the mark: xattr -d com.apple.quarantine ${facts.program}`,
    );
  }
  const ofWrapper = stderr.startsWith(`${WRAPPER_NAME}:`);
  if (WRONG_FORMAT.test(stderr) && (ofWrapper || facts.exitCode === 126)) return wrongMachine(facts);
  if (ofWrapper && facts.exitCode === 127) {
    return explainSpawnError({ ...facts, errorCode: 'ENOENT' });
  }
  if (ofWrapper && facts.exitCode === 126) {
    return explainSpawnError({ ...facts, errorCode: 'EACCES' });
  }
  const library = MISSING_LIBRARY.exec(stderr);
  if (library !== null && (facts.exitCode === 127 || facts.signal === 'SIGABRT')) {
    const name = library[1] ?? library[2] ?? library[3] ?? 'a library';
    return cannotRun(
      facts,
      `${facts.program} needs the library ${name}, which is not installed here.`,
      `Install the package that holds ${name}, or another build of ${basename(facts.program)}.`,
    );
  }
  const oldLibrary = OLD_C_LIBRARY.exec(stderr);
  if (oldLibrary !== null && facts.exitCode === 1) {
    return cannotRun(
      facts,
      `${facts.program} needs a newer C library than this system has (${oldLibrary[1] ?? 'GLIBC'}).`,
      'Use a newer system, or a build of the program for this one.',
    );
  }
  return null;
}
