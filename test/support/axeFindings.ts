import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { z } from 'zod';

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const violations = z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) }));

type Scheme = 'light' | 'dark';

async function run(page: Page, scheme: Scheme): Promise<readonly string[]> {
  // Without motion: the colours of a transition are neither scheme's.
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
  const foundEntry: unknown = await page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
  );
  return violations
    .parse(foundEntry)
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${scheme}, ${id}: ${html}`));
}

/** Returns what axe-core finds on a page in both colour schemes, in words. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // The policy of the page lets no script in that is not its own: this comes in through the debugger.
  await page.evaluate(axe);
  return [...(await run(page, 'dark')), ...(await run(page, 'light'))];
}
