import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeFindings } from '../support/axeFindings.ts';
import { card, consoleBrowser, isLive, type Started, toShadow } from './support/consoleBrowser.ts';

const { folder, open, start } = consoleBrowser();
let wholeStarted: Started;

/** A minute of local time at an instant, as a plan writes it. */
const minuteText = (at: number): string => new Date(at).toISOString().slice(0, 16);

/** A brownout that is under way for the whole test, and one to come; none is announced as `Retry-After` of hours. */
const plan = (now: number): string => `zone: UTC
steps: []
brownouts:
  - { at: ${minuteText(now - 120_000)}, minutes: 240, resources: [account] }
  - { at: ${minuteText(now + 86_400_000)}, minutes: 10 }
`;

beforeAll(async () => {
  writeFileSync(join(folder, 'plan.yaml'), plan(Date.now()));
  wholeStarted = await start({
    environment: {
      LIFEBOAT_CUTOVER_PLAN: join(folder, 'plan.yaml'),
      LIFEBOAT_COMPARISON_VALUES: 'data.attributes.title',
      LIFEBOAT_CUTOVER_END: '2099-06-01T00:00:00Z',
    },
  });
});

const notice = (page: Page): Promise<string> => page.locator('.notice').innerText();

async function openClient(page: Page): Promise<void> {
  await page.goto(`${wholeStarted.admin}/clients`);
  await page.locator('tbody a').first().click();
}

describe('the end of v1 in the console', () => {
  it('stops a brownout by one click: the next request is answered again', async () => {
    expect(await wholeStarted.read(1)).toBe(503);
    const page = await open(`${wholeStarted.admin}/clients`);
    await page.getByRole('cell', { name: 'under way' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Stop the brownout under way' }).click();
    expect(await notice(page)).toMatch(/^stopped: /);
    expect(await wholeStarted.read(1)).toBe(200);
    await page.getByText('Stop all brownouts').click();
    await page.getByLabel('Reason').fill('not this year');
    await page.getByRole('button', { name: 'Stop all', exact: true }).click();
    await page.getByRole('cell', { name: 'stopped' }).nth(1).waitFor();
  });

  it('ends v1 for one client only when its name is typed, and takes it back', async () => {
    const page = await open(wholeStarted.admin);
    await openClient(page);
    const name = await page.locator('h1').innerText();
    const end = async (confirm: string): Promise<string> => {
      await page.getByText('End v1 for it').first().click();
      const form = page.locator('form', { hasText: 'get a 410' });
      await form.getByLabel('Reason').fill('it has moved');
      await form.getByLabel(/to confirm/).fill(confirm);
      await form.getByRole('button').click();
      return notice(page);
    };
    expect(await end('somebody')).toBe(`Nothing was changed: type ${name} to confirm it.`);
    expect(await end(name)).toMatch(/: its v1 requests get a 410$/);
    expect(await wholeStarted.read(1)).toBe(410);
    await page.getByText('Let it use v1 again').click();
    await page.locator('form', { hasText: 'Takes an end' }).getByLabel('Reason').fill('too early');
    await page.getByRole('button', { name: 'Let it', exact: true }).click();
    expect(await notice(page)).toMatch(/: v1 answers it again$/);
    expect(await wholeStarted.read(1)).toBe(200);
  });

  it('gives a client more time until a date, which stands in the history', async () => {
    const page = await open(wholeStarted.admin);
    await openClient(page);
    await page.getByText('Give more time').click();
    const form = page.locator('form', { hasText: 'Until then' });
    await form.getByLabel('Until').fill('2098-01-31');
    await form.getByLabel('Reason').fill('its author is on holiday');
    await form.getByRole('button').click();
    expect(await notice(page)).toMatch(/: no brownout and no end for it until 2098-/);
    await page.goto(`${wholeStarted.admin}/history`);
    await page.getByText(/time until 2098-01-31 00:00:00 UTC/).waitFor();
  });
});

describe('a fault that is planted in the console', () => {
  it('is shown, traced to its mapping line and agreed on by clicks alone, and removed by one click', async () => {
    const page = await open(wholeStarted.admin);
    await toShadow(page);
    await page.getByText('Plant a fault', { exact: true }).click();
    await page.getByRole('button', { name: 'v2 sends other titles' }).click();
    expect(await notice(page)).toContain('Planted: v2 sends other titles.');
    await page.getByText('is disturbed: v2 sends other titles (rewrite, on GET *).').waitFor();
    await wholeStarted.read(10);
    const differ = card(page).getByRole('link', { name: /^[1-9]\d* differ/ });
    await differ.click();
    await page.getByRole('link', { name: /value at data.attributes.title/ }).click();
    await page
      .getByRole('row', { name: /data.attributes.title/ })
      .getByText(/account.yaml:\d+/)
      .waitFor();
    // The setting allows the titles to be shown, and the page names it.
    await page.getByText('comparison.values', { exact: true }).waitFor();
    const titles = page.getByRole('row', { name: /data.attributes.title/ }).locator('td');
    expect(await titles.first().innerText()).toMatch(/^"[A-Z][a-z]/);
    expect(await page.getByRole('row', { name: /data.attributes.description/ }).innerText()).not.toContain(
      'Delivered',
    );
    await page.goto(wholeStarted.admin);
    await page.getByRole('button', { name: 'Remove all faults' }).click();
    expect(await notice(page)).toBe('The marketplace answers well again.');
    await isLive(page);
    expect(await page.getByText('rewrite, on GET *').count()).toBe(0);
  });

  it('is shown with the affected calls and their share', async () => {
    const page = await open(wholeStarted.admin);
    await page.getByText('Plant a fault', { exact: true }).click();
    await page.getByRole('button', { name: 'v2 fails every second read' }).click();
    await page.getByText('status, on GET /v2/account-offers, 50% of the calls').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove all faults' }).click();
    expect(await notice(page)).toBe('The marketplace answers well again.');
  });
});

describe('the mapping files in the console', () => {
  it('are checked with their fixtures when the screen is opened', async () => {
    const page = await open(`${wholeStarted.admin}/mappings`);
    // A thread of its own takes its time on a busy machine.
    await page.getByText(/^[1-9]\d* fixtures pass$/).waitFor({ timeout: 0 });
  });
});

describe('the tokens in the console', () => {
  it('are made and removed by an admin, on a screen that gives axe-core nothing to find', async () => {
    const token = 'a-token-of-more-than-thirty-two-characters';
    const environment = {
      LIFEBOAT_ADMIN_TOKEN: token,
      LIFEBOAT_ADMIN_TOKENS: join(folder, 'tokens.json'),
    };
    const { admin } = await start({ environment });
    const page = await open(`${admin}/console/sign-in?return=%2Ftokens`);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByLabel('Your token').fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Add a token', { exact: true }).click();
    await page.getByLabel('Whose').fill('ada');
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'As operator' }).click();
    expect(await notice(page)).toMatch(/^Token of ada \(operator\), shown this once:\s+lb_/);
    const row = page.getByRole('row', { name: /ada/ });
    await row.getByText('Remove', { exact: true }).click();
    expect(await axeFindings(page)).toEqual([]);
    await row.getByRole('button', { name: 'Remove the token of ada' }).click();
    expect(await notice(page)).toBe('Removed the token of ada; its sessions have ended.');
    expect(await row.count()).toBe(0);
  });
});
