import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../src/contract/failure.ts';
import { type ReadAnatomy, readAnatomy } from '../../src/domain/anatomy/anatomy.ts';
import type { BootstrapVariant } from '../../src/domain/anatomy/model.ts';
import { withProvenance } from '../../src/domain/anatomy/provenance.ts';
import { generatedWorkloads } from '../helpers/generated-workloads.ts';
import { caseBytes, inject, payments } from './injecting.ts';

const VARIANTS: readonly BootstrapVariant[] = ['lab', 'sidecar', 'typo'];

interface Audit {
  readonly traced: number;
  /** `part: unknown: …` of each part whose chain has a gap. */
  readonly unknown: readonly string[];
  /** Parts that have neither a step nor a word on what is not known. */
  readonly silent: readonly string[];
}

function audit(anatomy: ReadAnatomy): Audit {
  const all = anatomy.summaries.flatMap((_, index) =>
    VARIANTS.flatMap((variant) =>
      withProvenance(anatomy.workload(index, { variant, start: {} })).parts.flatMap(({ id, provenance }) =>
        provenance === undefined ? [] : [{ id, ...provenance }],
      ),
    ),
  );
  return {
    traced: all.length,
    unknown: [...new Set(all.flatMap(({ id, unknown }) => (unknown === null ? [] : [`${id}: ${unknown}`])))],
    silent: all.filter(({ steps, unknown }) => steps.length < 2 && unknown === null).map(({ id }) => id),
  };
}

/** Cases that istioctl injects; what it refuses has no anatomy. */
async function injected(name: string): Promise<ReadAnatomy | null> {
  try {
    return readAnatomy(await inject(name, caseBytes(name)));
  } catch (error) {
    if (error instanceof FailureError) return null;
    throw error;
  }
}

describe('provenance of every env entry, argument, mount, label, annotation and static cluster', () => {
  it.each([false, true])('has no gap in the sample, native sidecar: %s', async (native) => {
    const found = audit(readAnatomy(await inject('payments.yaml', payments(), { native })));
    expect(found.traced).toBeGreaterThan(200);
    expect(found.silent).toEqual([]);
    expect(found.unknown).toEqual([]);
  });

  it('is told of every case that istioctl injects; of one value it is not known what changed it', async () => {
    const names = readdirSync(new URL('../cases/', import.meta.url)).filter((name) => /\.ya?ml$/.test(name));
    const unknown: string[] = [];
    let traced = 0;
    for (const name of names) {
      const anatomy = await injected(name);
      if (anatomy === null) continue;
      const found = audit(anatomy);
      expect(found.silent, name).toEqual([]);
      traced += found.traced;
      unknown.push(...found.unknown.map((words) => `${name} ${words}`));
    }
    expect(traced).toBeGreaterThan(5000);
    expect(unknown).toEqual([
      '49-env-valuefrom.yaml container/envy/env/CPU: unknown: no line of an injection template names it; kube-inject writes the whole object anew, which alone can change how it is put',
    ]);
  }, 180_000);

  it('has no gap in generated workloads', async () => {
    const found = audit(readAnatomy(await inject('generated.yaml', generatedWorkloads(40))));
    expect(found.traced).toBeGreaterThan(5000);
    expect(found.silent).toEqual([]);
    expect(found.unknown).toEqual([]);
  }, 120_000);
});
