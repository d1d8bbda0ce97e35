import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** A rule that was broken, and the elements that break it. */
export interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly elements: readonly string[];
}

/** What axe-core finds in the elements that match; run through the debugger, which no content security policy concerns. */
export async function axeViolations(page: Page, selector: string): Promise<readonly Violation[]> {
  await page.evaluate(SOURCE);
  return page.evaluate(async (within) => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(within: string): Promise<{
          violations: { id: string; impact: string | null; nodes: { html: string }[] }[];
        }>;
      };
    };
    const { violations } = await axe.run(within);
    return violations.map(({ id, impact, nodes }) => ({
      id,
      impact: impact ?? '',
      elements: nodes.map(({ html }) => html.slice(0, 200)),
    }));
  }, selector);
}
