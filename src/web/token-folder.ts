import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOwnFolder } from '../host/files/own-folder.ts';

/** 32 random bytes, in letters that need no escaping in an address. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

export interface TokenFolder {
  /** Holds the token alone. */
  readonly tokenFile: string;
  /** A page that leads to the shell: opened in place of the address, so that the token is on no command line. */
  readonly openFile: string;
  readonly remove: () => Promise<void>;
}

/** Writes the token into files of mode 0600 in a new folder of mode 0700 (`makeOwnFolder`). */
export async function makeTokenFolder(url: string, token: string, base = tmpdir()): Promise<TokenFolder> {
  const folder = await makeOwnFolder(base);
  const tokenFile = join(folder, 'token');
  const openFile = join(folder, 'open.html');
  await writeFile(tokenFile, `${token}\n`, { mode: 0o600, flag: 'wx' });
  const page = `<!doctype html><meta charset="utf-8"><title>Sidecar Anatomy</title><meta http-equiv="refresh" content="0; url=${url}"><a href="${url}">Open Sidecar Anatomy</a>\n`;
  await writeFile(openFile, page, { mode: 0o600, flag: 'wx' });
  return { tokenFile, openFile, remove: () => rm(folder, { recursive: true, force: true }) };
}
