import { readdir, readFile, readlink } from 'node:fs/promises';
import { createServer } from 'node:net';

export interface PortOwner {
  readonly pid: number;
  readonly command: string;
}

/** Inodes of sockets that listen on a port: /proc/net/tcp and tcp6 (proc(5)), state 0A is LISTEN. */
function listening(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields[3] === '0A' && fields[1]?.endsWith(`:${wanted}`) === true)
    .map((fields) => fields[9] ?? '');
}

async function holds(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  for (const descriptor of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
    const link = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '');
    const inode = /^socket:\[(\d+)\]$/.exec(link)?.[1];
    if (inode !== undefined && inodes.has(inode)) return true;
  }
  return false;
}

/** The process that listens on a TCP port; null where it cannot be told: not Linux, or it belongs to another user. */
export async function findPortOwner(port: number): Promise<PortOwner | null> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const inodes = new Set(tables.flatMap((table) => listening(table, port)));
  if (inodes.size === 0) return null;
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid) || !(await holds(pid, inodes))) continue;
    const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
    return { pid: Number(pid), command: name.trim() };
  }
  return null;
}

/** A port that is free on the given address now; null when none could be opened. */
export function findFreePort(address: string): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(0, address, () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound !== null ? bound.port : null));
    });
  });
}

/** Whether a program could listen on a port now; true as well where that cannot be told. */
export function isFree(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code !== 'EADDRINUSE'));
    server.listen({ port, host: address, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
