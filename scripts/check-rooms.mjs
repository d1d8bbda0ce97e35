// Holds the walls between the rooms: who may import whom, which modules have one doorway, how long a file may be.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINES = 300;

/** Room → rooms it may import from. Tests may import anything. */
const allowed = {
  domain: ['domain'],
  contract: ['contract', 'domain'],
  host: ['host', 'contract', 'domain'],
  main: ['main', 'host', 'contract', 'domain'],
  preload: ['preload', 'contract'],
  web: ['web', 'host', 'contract', 'domain'],
  cli: ['cli', 'web', 'host', 'contract', 'domain'],
  renderer: ['renderer', 'contract', 'domain'],
};

/** Module → the only folders whose files may import it. */
const doorways = {
  'node:child_process': ['src/host/process/'],
  electron: ['src/main/', 'src/preload/'],
};

function* sources(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(ts|tsx|mts|mjs|css)$/.test(entry.name)) yield path;
  }
}

/** Every module a file names in import, export … from, or import(). */
function imports(text) {
  return [
    ...text.matchAll(
      /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g,
    ),
  ].map((match) => match[1] ?? match[2]);
}

const faults = [];
for (const path of [...sources('src'), ...sources('scripts'), ...sources('e2e'), ...sources('test')]) {
  if (path.startsWith('test/cases/') || path.startsWith('test/fixtures/')) continue;
  const text = readFileSync(join(root, path), 'utf8');
  const lines = text.split('\n').length;
  if (lines > MAX_LINES) faults.push(`${path}: ${lines} lines, over ${MAX_LINES}`);
  const room = path.match(/^src\/([^/]+)\//)?.[1];
  if (room === undefined || /\.test\.tsx?$/.test(path)) continue;
  if (!(room in allowed)) {
    faults.push(`${path}: no such room as ${room}`);
    continue;
  }
  for (const name of imports(text)) {
    if (name.startsWith('.')) {
      const target = relative(root, resolve(root, dirname(path), name))
        .split('\\')
        .join('/');
      const other = target.match(/^src\/([^/]+)\//)?.[1];
      if (other !== undefined && !allowed[room].includes(other))
        faults.push(`${path}: ${room} may not import from ${other} (${name})`);
      const feature = path.match(/^src\/renderer\/features\/([^/]+)\//)?.[1];
      const otherFeature = target.match(/^src\/renderer\/features\/([^/]+)\//)?.[1];
      if (feature !== undefined && otherFeature !== undefined && feature !== otherFeature)
        faults.push(`${path}: feature ${feature} may not import feature ${otherFeature}`);
      if (room === 'contract' && other === 'domain' && !/import type[^;]*from\s*['"][^'"]*domain/.test(text))
        faults.push(`${path}: contract may import only types from domain`);
    }
    const doors = doorways[name];
    if (doors !== undefined && !doors.some((door) => path.startsWith(door)))
      faults.push(`${path}: ${name} only in ${doors.join(', ')}`);
  }
}
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? 'rooms: walls hold' : `rooms: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
