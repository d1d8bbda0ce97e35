import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeOwnFolder, writeOwnFile } from '../host/files/own-folder.ts';

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
  const page = `<!doctype html><meta charset="utf-8"><title>Sidecar Anatomy</title><meta http-equiv="refresh" content="0; url=${url}"><a href="${url}">Open Sidecar Anatomy</a>\n`;
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await writeOwnFile(tokenFile, `${token}\n`, 'wx');
    await writeOwnFile(openFile, page, 'wx');
  } catch (error) {
    await remove();
    throw error;
  }
  return { tokenFile, openFile, remove };
}
