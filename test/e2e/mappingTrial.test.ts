import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeFindings } from '../support/axeFindings.ts';
import { shippedFolder } from '../support/shipped.ts';
import { card, consoleBrowser, type Started, toShadow } from './support/consoleBrowser.ts';

const { folder, open, start } = consoleBrowser();
const RIGHT = '  status: { from: status, codec: capitalized }';
const WRONG = '  status: status';
let wholeStarted: Started;

beforeAll(async () => {
  const mappings = join(folder, 'mappings');
  cpSync(shippedFolder, mappings, { recursive: true });
  const file = join(mappings, 'account.yaml');
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(RIGHT);
  writeFileSync(file, text.replace(new RegExp(`^${RIGHT}.*$`, 'm'), WRONG));
  wholeStarted = await start({ environment: { LIFEBOAT_MAPPINGS: mappings }, words: ['--workers', '2'] });
  const page = await open(wholeStarted.admin);
  await toShadow(page);
  await wholeStarted.read(5);
  // What is compared later would be the first pairs that a trial records.
  await card(page)
    .getByRole('link', { name: /^5 differ/ })
    .waitFor();
});

/** Opens the difference that the wrong line makes. */
async function openIssue(): Promise<Page> {
  const page = await open(`${wholeStarted.admin}/differences`);
  await page.getByRole('link', { name: /value at data.attributes.status/ }).click();
  await page.getByText('Try a mapping').click();
  return page;
}

/** Types other lines and tries them. */
async function attempt(page: Page, lines: string): Promise<string> {
  const text = page.getByRole('textbox', { name: /^account\.yaml:\d+$/ });
  await text.fill(lines);
  await page.getByRole('button', { name: 'Try it' }).click();
  return page.locator('.notice').innerText();
}

describe('the trial of a mapping in the console', () => {
  it('shows which differences other lines would mend in all workers, and puts nothing in force', async () => {
    const page = await openIssue();
    const text = page.getByRole('textbox', { name: /^account\.yaml:\d+$/ });
    expect(await text.inputValue()).toBe(WRONG);
    expect(await attempt(page, RIGHT)).toContain('No pair was recorded yet');
    expect(await text.inputValue()).toBe(RIGHT);
    await wholeStarted.read(3);
    await page.getByText('the 3 pairs of answers').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const right = await attempt(page, RIGHT);
    expect(right).toMatch(/before: clients would notice 100%, 3 of 3 requests; /);
    expect(right).toMatch(/after: +clients would notice 0%, 0 of 3 requests; /);
    expect(right).toMatch(/goes +value at data\.attributes\.status in /);
    expect(await text.inputValue()).toBe(RIGHT);
    await page.goto(page.url());
    await page.getByText('Try a mapping').click();
    expect(await text.inputValue()).toBe(WRONG);
  });

  it('names the faults of unreadable lines with their place, and keeps the typed text', async () => {
    const page = await openIssue();
    await wholeStarted.read(1);
    await page.getByText(/the \d+ pairs? of answers/).waitFor();
    const wrong = await attempt(page, '  status: { from: nothing_like_it }');
    expect(wrong).toMatch(/account\.yaml:\d+/);
    expect(await page.getByRole('textbox', { name: /^account/ }).inputValue()).toContain('nothing_like_it');
  });

  it('says that a reload would refuse lines with a failing fixture', async () => {
    const page = await openIssue();
    await wholeStarted.read(1);
    const wrong = await attempt(page, WRONG);
    expect(wrong).toMatch(/A reload would refuse it: /);
  });
});

describe('a difference that is resolved in the console', () => {
  it('leaves the list of differences, which says that it is resolved', async () => {
    const page = await openIssue();
    await page.getByText('Resolve', { exact: true }).click();
    const form = page.locator('form', { hasText: 'It is mended' });
    await form.getByLabel('Reason').fill('the line is right now');
    await form.getByRole('button', { name: 'Resolve it' }).click();
    expect(await page.locator('.notice').innerText()).toContain('what was seen so far counts no more');
    expect(new URL(page.url()).pathname).toBe('/differences');
    expect(await page.locator('h1').innerText()).not.toContain('Not found');
  });
});
