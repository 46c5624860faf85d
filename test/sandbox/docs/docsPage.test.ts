import { request } from 'undici';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { launchBrowser, type TestBrowser } from '../../support/launchBrowser';
import { axeFindings } from '../../support/axeFindings';
import { openSandbox } from '../support/openSandbox';
import { itWith } from '../../support/systemPrograms';

describe('the page of the sandbox in a real browser', () => {
  let sandbox: Sandbox;
  let browser: TestBrowser;
  const pages: Page[] = [];

  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 12 });
    browser = await launchBrowser();
  });

  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
  });

  afterAll(async () => {
    await browser.close();
    await sandbox.close();
  });

  const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await browser.newPage(options);
    pages.push(page);
    await page.goto(`${sandbox.origin}/docs`);
    return page;
  };

  /** The form of one operation. */
  const formOf = (page: Page, operation: string) =>
    page.getByRole('form', { name: `Try ${operation}`, exact: true });

  it('makes a call with its own key filled in, and shows the answer as text', async () => {
    const page = await open();
    const form = formOf(page, 'GET /v2/currency-offers/{currencyOffer}');
    await form.getByRole('button', { name: 'Try it' }).click();
    await form.getByRole('button', { name: 'Send' }).click();
    await form.locator('output p', { hasText: /^200 OK, \d+ ms$/ }).waitFor();
    const shown = JSON.parse(await form.locator('output pre').innerText()) as { data: { id: number } };
    expect(shown.data.id).toBe(sandbox.sampleCurrencyOfferId);
  });

  it('sends what somebody has written: another key, query and body', async () => {
    const page = await open();
    const list = formOf(page, 'GET /v2/currency-offers');
    await list.getByRole('button', { name: 'Try it' }).click();
    await list.getByLabel('Query').fill('per_page=2');
    await list.getByRole('button', { name: 'Send' }).click();
    await list.locator('output p', { hasText: /^200 / }).waitFor();
    const shown = JSON.parse(await list.locator('output pre').innerText()) as { meta: object };
    expect(shown.meta).toMatchObject({ per_page: 2 });
    expect(await list.locator('.curl').innerText()).toContain('/v2/currency-offers?per_page=2');

    await page.getByLabel('Key of v2').fill('another');
    await list.getByRole('button', { name: 'Send' }).click();
    await list.locator('output p', { hasText: /^401 / }).waitFor();
    expect(await list.locator('.curl').innerText()).toContain('Bearer another');
  });

  itWith('curl')('copies the curl of an operation, which works as pasted', async () => {
    const page = await open({ permissions: ['clipboard-read', 'clipboard-write'] });
    const form = formOf(page, 'GET /v2/currency-offers/{currencyOffer}');
    await form.getByRole('button', { name: 'Copy' }).click();
    await form.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toContain(`${sandbox.origin}/v2/currency-offers/${sandbox.sampleCurrencyOfferId}`);
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', copied]);
    expect(JSON.parse(stdout)).toMatchObject({ data: { id: sandbox.sampleCurrencyOfferId } });
  });

  it('writes one and the same curl with script and without, quotes and all', async () => {
    const [page, plain] = [await open(), await open({ javaScriptEnabled: false })];
    const before = await plain.locator('.curl').allTextContents();
    await page.getByLabel('Key of v2').fill(sandbox.keys.v2);
    expect(await page.locator('.curl').allTextContents()).toEqual(before);
    expect(before.length).toBeGreaterThan(30);
  });

  it('narrows the operations to what is searched for, and says when there is none', async () => {
    const page = await open();
    await page.keyboard.press('/');
    await page.keyboard.type('currency patch');
    const shown = await page.locator('article:visible h3').allInnerTexts();
    expect(shown.length).toBeGreaterThan(1);
    for (const heading of shown) expect(heading).toMatch(/^PATCH.*currency/s);
    expect(await page.locator('nav li:visible').count()).toBe(shown.length);
    await page.getByLabel('Search operations').fill('no such thing');
    await page.getByText('No operation is called so.').waitFor();
  });

  it('stands with its base URL on top, and is complete without script', async () => {
    const page = await open({ javaScriptEnabled: false });
    expect(await page.locator('.base code').innerText()).toBe(sandbox.origin);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('.curl:visible').count()).toBe(await page.locator('article').count());
  });

  it('gives its keys to nobody who came by another name', async () => {
    const asked = async (host: string) =>
      (await request(`${sandbox.origin}/docs`, { headers: { host } })).body.text();
    expect(await asked(`127.0.0.1:${sandbox.port}`)).toContain(sandbox.keys.v2);
    const elsewhere = await asked('rebound.example');
    expect(elsewhere).not.toContain(sandbox.keys.v1);
    expect(elsewhere).not.toContain(sandbox.keys.v2);
    expect(elsewhere).not.toContain(sandbox.sampleLogin);
    expect(elsewhere).toContain('Bearer V2_KEY');
  });

  it('gives axe-core nothing to find, light and dark', async () => {
    const page = await open();
    const form = formOf(page, 'GET /v2/currency-offers/{currencyOffer}');
    await form.getByRole('button', { name: 'Try it' }).click();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('fits a phone of 320 pixels, with nothing beyond its edge', async () => {
    const page = await open({ viewport: { width: 320, height: 640 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});
