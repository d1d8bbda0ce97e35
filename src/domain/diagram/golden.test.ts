import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { DRAWINGS, drawing } from '../../../test/helpers/drawings.ts';

const folder = new URL('../../../test/golden/', import.meta.url);

// A changed drawing is written beside the old one, to be looked at: keep it under the old name when it is better.
describe('golden drawings', () => {
  test.each(Object.entries(DRAWINGS))('%s looks as it did', (name, input) => {
    const drawn = drawing(name, input());
    const file = new URL(`${name}.svg`, folder);
    const changed = new URL(`${name}-changed.svg`, folder);
    const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (drawn === before) rmSync(changed, { force: true });
    else writeFileSync(changed, drawn);
    expect(drawn === before, `${name}.svg differs: look at test/golden/${name}-changed.svg`).toBe(true);
  });
});
