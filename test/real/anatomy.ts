import { type ReadAnatomy, readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import type { BootstrapVariant, Note, Part, WorkloadAnatomy } from '../../src/domain/anatomy/model.ts';
import type { InjectRequest } from '../../src/host/inject/injector.ts';
import { caseBytes, injectCase } from './injecting.ts';

/** The anatomy of a case as the real istioctl injects it. */
export async function anatomyOf(
  name: string,
  options: Partial<Pick<InjectRequest, 'native' | 'injection'>> = {},
): Promise<ReadAnatomy> {
  return readAnatomy(await injectCase(name, options));
}

/** The anatomy of a case that is read as already injected. */
export function anatomyAsIs(name: string, mesh: string | null = null): ReadAnatomy {
  return readAnatomy({
    original: null,
    injected: { name, text: caseBytes(name).toString('utf8') },
    injectConfig: null,
    meshConfig: mesh === null ? null : { name: 'mesh-config.yaml', text: mesh },
    values: null,
  });
}

export function workloadOf(
  anatomy: ReadAnatomy,
  variant: BootstrapVariant = 'lab',
  index = 0,
): WorkloadAnatomy {
  return anatomy.workload(index, { variant, start: {} });
}

export function partOf(workload: WorkloadAnatomy, id: string): Part {
  const found = workload.parts.find((part) => part.id === id);
  if (found === undefined)
    throw new Error(`no part ${id}; there are ${workload.parts.map((part) => part.id).join(' ')}`);
  return found;
}

export function noteOf(anatomy: ReadAnatomy, code: string): Note {
  const found = anatomy.notes.find((note) => note.code === code);
  if (found === undefined)
    throw new Error(`no note ${code}; there are ${anatomy.notes.map((note) => note.code).join(' ')}`);
  return found;
}

export function codes(anatomy: ReadAnatomy): readonly string[] {
  return anatomy.notes.map(({ code }) => code);
}

/** Rules and ends of the links that start at a part. */
export function linksFrom(workload: WorkloadAnatomy, id: string): readonly string[] {
  return workload.links.filter(({ from }) => from === id).map(({ to, rule }) => `${rule} ${to}`);
}
