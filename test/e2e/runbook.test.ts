import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errors, type Page } from 'playwright-core';
import { ROOT } from '../support/builtProgram.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { card, consoleBrowser } from './support/consoleBrowser.ts';

const { open, play } = consoleBrowser();
let played: Awaited<ReturnType<typeof play>>;

beforeAll(async () => {
  played = await play();
});

/** Names in the runbook that stand for more than one text. */
const patterns: Readonly<Record<string, RegExp>> = {
  'N differ': /^[1-9]\d* differ/,
  'a fingerprint': /^[0-9a-f]{12}$/,
};

/** The steps of the runbook: what is clicked in each, in order. */
function stepsOf(): readonly (readonly string[])[] {
  const text = readFileSync(join(ROOT, 'src/cutover/README.md'), 'utf8');
  const [, section = ''] = /^## By clicks$(.*?)^## /ms.exec(text) ?? [];
  return section
    .split(/^\d\. /m)
    .slice(1)
    .map((step) => Array.from(step.matchAll(/\*\*(.+?)\*\*/g), ([, label = '']) => label));
}

/** Fills what a form needs, as somebody does who has a reason for everything. */
async function fillIn(page: Page): Promise<void> {
  const fields = page.locator('details[open] form');
  for (const input of await fields.locator('input[required]:visible').all())
    if ((await input.inputValue()) === '') await input.fill('as the runbook says');
  for (const box of await fields.locator('input[type=checkbox]:visible').all()) await box.check();
}

/** Clicks what is named so, once it is there: a page without script would be loaded anew meanwhile. */
async function click(page: Page, label: string): Promise<void> {
  const name = patterns[label] ?? new RegExp(`^${label}$`);
  const foundLocator = page
    .locator('a:visible, button:visible, summary:visible')
    .filter({ hasText: name })
    .first();
  for (;;) {
    try {
      await foundLocator.waitFor({ timeout: 2_000 });
      break;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      await page.reload();
    }
  }
  await fillIn(page);
  await foundLocator.click();
}

/** Checks of what somebody has to see after each step. */
const looks: readonly ((page: Page) => Promise<unknown>)[] = [
  (page) =>
    page
      .getByRole('link', { name: /value at data.attributes.title/ })
      .first()
      .waitFor(),
  (page) => page.getByText('Its migration guide').first().waitFor(),
  (page) => page.locator('.notice', { hasText: 'account: at canary 1%, in force' }).waitFor(),
  (page) => page.locator('.notice', { hasText: 'account: at shadow, in force' }).waitFor(),
  (page) => page.getByText(/resolved issue [0-9a-f]{8}/).waitFor(),
];

describe('lifeboat serve --sandbox --traffic', () => {
  const read = async <Body>(path: string): Promise<Body> =>
    (await (await fetch(`${played.admin}${path}`)).json()) as Body;
  const busyPrograms = async (): Promise<readonly string[]> => {
    const { clients } = await read<{ clients: readonly { program: string; requests: number }[] }>(
      '/api/usage',
    );
    return clients
      .filter(({ requests }) => requests > 1)
      .map(({ program }) => program)
      .toSorted();
  };

  it('plays sellers with different habits, and compares their reads', async () => {
    await waitUntil(async () => (await busyPrograms()).length >= 3);
    expect(await busyPrograms()).toEqual(['old-bot', 'repricer', 'stock-sync']);
    await waitUntil(async () => (await read<{ compared: number }>('/api/differences')).compared > 0);
  });
});

describe('the runbook by clicks', () => {
  it('shows a planted fault, its mapping line and the hurt clients, and goes back by one click', async () => {
    const { admin } = played;
    const page = await open(admin);
    const steps = stepsOf();
    expect(steps).toHaveLength(looks.length);
    for (const [at, labels] of steps.entries()) {
      for (const label of labels) {
        await click(page, label);
        if (label.startsWith('value at') && at === 1)
          await page
            .getByText(/[a-z-]+\.yaml:\d+/)
            .first()
            .waitFor();
      }
      await looks[at]?.(page);
    }
    await page.goto(admin);
    await card(page).getByLabel('account is at shadow').waitFor();
    expect(steps.flat().length).toBeLessThanOrEqual(16);
  });
});

describe('a gateway whose sellers are played', () => {
  it('ends with 0', async () => {
    played.run.child.kill('SIGTERM');
    expect((await played.run.ended).code).toBe(0);
  });
});
