import type { BrowserContextOptions, Page } from 'playwright-core';
import { createLifeboat, type Lifeboat } from '../../src/index.js';
import { launchBrowser, type TestBrowser } from '../support/launchBrowser.ts';
import { axeFindings } from '../support/axeFindings.ts';

let browser: TestBrowser;
let lifeboat: Lifeboat;
let origins: { readonly gateway: string; readonly admin: string };

beforeAll(async () => {
  browser = await launchBrowser();
  lifeboat = await createLifeboat({
    sandbox: true,
    environment: {},
    sunset: '2099-01-01T00:00:00Z',
    log: { level: 'silent' },
    listen: { port: 0 },
    admin: { port: 0 },
  });
  origins = await lifeboat.listen();
});

afterAll(async () => {
  await lifeboat.close();
});

/** Opens a path, and collects what the browser refuses to load or run there. */
async function open(url: string, options: BrowserContextOptions = {}) {
  const page = await browser.newPage(options);
  const refused: string[] = [];
  const askedTexts: string[] = [];
  page.on('console', (message) => refused.push(message.text()));
  page.on('request', (request) => askedTexts.push(request.url()));
  await page.goto(url);
  return { page, refused, asked: askedTexts };
}

const search = (page: Page) => page.getByLabel('Search the guide');
const shownRows = (page: Page) => page.locator('main tbody tr:visible').allInnerTexts();

describe('the guide in a real browser', () => {
  it.each(['gateway', 'admin'] as const)(
    'runs only its own script on the %s port, and makes no other request',
    async (port) => {
      const { page, refused, asked: askedTexts } = await open(`${origins[port]}/guide`);
      await search(page).waitFor();
      expect([refused, askedTexts]).toEqual([[], [`${origins[port]}/guide`]]);
    },
  );

  it('shows only the search results with their headings, then the whole page again', async () => {
    const { page } = await open(`${origins.gateway}/guide`);
    const wholeTexts = await shownRows(page);
    await page.keyboard.press('/');
    await page.keyboard.type('delivery_time.formatLong');
    const foundTexts = await shownRows(page);
    expect(foundTexts.length).toBeGreaterThan(0);
    expect(foundTexts.length).toBeLessThan(wholeTexts.length / 4);
    for (const row of foundTexts) expect(row.toLowerCase()).toContain('delivery_time.formatlong');
    expect(await page.locator('main pre:visible').count()).toBe(0);
    const headings = await page.locator('main h2:visible, main h3:visible').allInnerTexts();
    expect(headings).toContain('Fields of v1');
    const links = await page
      .locator('nav a:visible')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links.length).toBeGreaterThan(1);
    for (const href of links) expect(await page.locator(`main ${href ?? ''}`).isVisible()).toBe(true);

    await search(page).fill('no such field anywhere');
    await page.getByText('Nothing is called so.').waitFor();
    expect(await shownRows(page)).toEqual([]);
    await search(page).fill('');
    expect(await shownRows(page)).toEqual(wholeTexts);
  });

  it('links a v1 field by name to its explanations, even without script', async () => {
    const { page } = await open(`${origins.gateway}/guide`, { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'Fields of v1, by name' }).click();
    const row = page.locator('.index tr', {
      has: page.getByRole('rowheader', { name: 'price', exact: true }),
    });
    const places = row.getByRole('link');
    expect(await places.count()).toBeGreaterThan(1);
    for (const href of await places.evaluateAll((all) => all.map((link) => link.getAttribute('href'))))
      expect(await page.locator(`main ${href ?? ''}`).count()).toBe(1);
  });

  it('copies an example unchanged', async () => {
    const { page } = await open(`${origins.gateway}/guide`, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const example = page.locator('main pre').first();
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await example.textContent());
  });

  it('shows the operator the guide for one client at the same address', async () => {
    const headers = {
      authorization: `Bearer ${lifeboat.sandbox?.keys.v1 ?? ''}`,
      'user-agent': 'repricer/1',
    };
    const login = encodeURIComponent(lifeboat.sandbox?.sampleLogin ?? '');
    await (await fetch(`${origins.gateway}/v1/accounts/by-login/${login}`, { headers })).text();
    const { page: clients } = await open(`${origins.admin}/clients`);
    const path = (await clients.locator('tbody a').first().getAttribute('href')) ?? '';
    const client = path.replace('/clients/', '');
    const { page, refused } = await open(`${origins.admin}/guide?client=${client}`);
    await page.getByText('repricer made 1 request').waitFor();
    await search(page).fill('by-login');
    expect(await shownRows(page)).not.toEqual([]);
    expect(refused).toEqual([]);
  });

  it('shows no client on the public port', async () => {
    const answer = await fetch(`${origins.gateway}/guide?client=000000000000`);
    expect(answer.status).toBe(404);
  });

  it('has no fault that axe-core finds, light and dark', async () => {
    const { page } = await open(`${origins.gateway}/guide`);
    expect(await axeFindings(page)).toEqual([]);
  });
});
