import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { axeFindings } from '../support/axeFindings.ts';
import { advance, card, consoleBrowser, isLive, type Started, toShadow } from './support/consoleBrowser.ts';

const SCREENS = ['/', '/differences', '/clients', '/writes', '/history', '/mappings', '/tokens'];

/** The one program of all tests: each moves a resource of its own. */
let wholeStarted: Started;
const { open, start } = consoleBrowser();

/** The screens, and the page of the one client. */
async function everyScreen(page: Page): Promise<readonly string[]> {
  await page.goto(`${wholeStarted.admin}/clients`);
  const client = await page.locator('tbody a').first().getAttribute('href');
  return [...SCREENS, client ?? 'no client'];
}

beforeAll(async () => {
  wholeStarted = await start();
});

describe('the console in a real browser', () => {
  it('keeps typed text while the page is updated', async () => {
    const page = await open(wholeStarted.admin);
    await isLive(page);
    await card(page).getByText('Hold', { exact: true }).click();
    const reason = card(page).locator('form', { hasText: 'Hold account' }).getByLabel('Reason');
    await reason.fill('half a sent');
    await wholeStarted.read(3);
    await card(page).getByText('3', { exact: true }).first().waitFor();
    expect(await reason.inputValue()).toBe('half a sent');
  });

  it('shows the program of a client, its readiness, and its changes to make before v1 ends', async () => {
    await wholeStarted.read(2);
    const page = await open(`${wholeStarted.admin}/clients`);
    await page.getByRole('cell', { name: 'has work' }).waitFor();
    await page.locator('tbody a').first().click();
    const program = page.getByRole('region', { name: 'node', exact: true });
    await program.getByRole('cell', { name: 'getAccountByLogin' }).waitFor();
    await program.getByRole('link', { name: 'Its migration guide' }).click();
    await page.getByText(/^node made \d+ requests/).waitFor();
  });

  it('makes a cutover by clicks alone: shadow, a traced difference, canary, v2, kill and back', async () => {
    const page = await open(wholeStarted.admin);
    await isLive(page);
    await toShadow(page);
    await isLive(page);

    await wholeStarted.plant();
    await wholeStarted.read(10);
    await card(page)
      .getByRole('link', { name: /^[1-9]\d* differ/ })
      .click();
    await page.getByRole('link', { name: /value at data.attributes.title/ }).click();
    const row = page.getByRole('row', { name: /data.attributes.title/ });
    await row.getByText(/account.yaml:\d+/).waitFor();
    expect(await row.getAttribute('class')).toBe('differs');
    expect(await page.title()).not.toBe('taken');
    await page.getByText('Resolve', { exact: true }).first().click();
    await page.locator('form', { hasText: 'Resolve it' }).getByLabel('Reason').fill('mended in v2');
    await page.locator('form').getByRole('button', { name: 'Resolve it' }).click();
    expect(await page.locator('.notice').innerText()).toMatch(/what was seen so far counts no more$/);
    expect(await page.locator('h1').innerText()).toBe('Differences');

    await page.goto(wholeStarted.admin);
    expect(await advance(page, 'canary 100%')).toContain('undecided');
    expect(await advance(page, 'canary 100%', true)).toBe('account: at canary 100%, in force');
    await wholeStarted.read(5);
    expect(await advance(page, 'v2', true)).toBe('account: at v2, in force');

    await card(page).getByText('Kill', { exact: true }).click();
    const kill = card(page).locator('form', { hasText: 'Kill account' });
    await kill.getByLabel('Reason').fill('something is wrong');
    await kill.getByLabel(/to confirm/).fill('account');
    await kill.getByRole('button').click();
    expect(await page.locator('.notice').innerText()).toContain('killed');
    await card(page).getByRole('button', { name: 'Back to shadow' }).click();
    expect(await page.locator('.notice').innerText()).toContain('account: stored at shadow, but killed');

    await isLive(page);
    // A key of the browser's own ends the shortcut that `g` has begun.
    const visited: string[] = [];
    page.on('request', (request) => void (request.isNavigationRequest() && visited.push(request.url())));
    for (const key of ['g', 'Control+b', 'h', '?']) await page.keyboard.press(key);
    await page.locator('dialog').waitFor();
    expect(visited).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.getByText(/verified: \d+ events/).waitFor();
    expect(await page.locator('.events > li').count()).toBeGreaterThanOrEqual(5);
  });

  it('shows a change by one browser in another within about a second, without a click', async () => {
    const { admin } = wholeStarted;
    const [page, nextPage] = [await open(admin), await open(admin)];
    await isLive(nextPage);
    await toShadow(page, 'item-offer');
    await card(nextPage, 'item-offer').getByLabel('item-offer is at shadow').waitFor();
  });

  it('has no fault that axe-core finds on any screen, light and dark', async () => {
    const page = await open(wholeStarted.admin);
    for (const screen of await everyScreen(page)) {
      await page.goto(wholeStarted.admin + screen);
      await isLive(page);
      expect([screen, await axeFindings(page)]).toEqual([screen, []]);
    }
  });

  it('fits a phone of 320 pixels, with nothing beyond its edge', async () => {
    const page = await open(wholeStarted.admin, { viewport: { width: 320, height: 640 } });
    for (const screen of await everyScreen(page)) {
      await page.goto(wholeStarted.admin + screen);
      expect([screen, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([screen, 320]);
      // A word of a narrow column stays whole: its column is scrolled to.
      const heights = '[...document.querySelectorAll("td .badge")].map((one) => one.offsetHeight)';
      for (const height of await page.evaluate<number[]>(heights)) expect(height).toBeLessThan(30);
    }
  });

  it('shows the state in the first line on a phone', async () => {
    const page = await open(wholeStarted.admin, { viewport: { width: 320, height: 640 } });
    const box = await page.locator('header.state').boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 320 });
    expect(box?.height).toBeLessThan(40);
  });

  it.each([1280, 800, 320])('opens every form within a window of %d pixels', async (width) => {
    const page = await open(wholeStarted.admin, { viewport: { width, height: 800 } });
    await wholeStarted.read(1);
    for (const screen of ['/', (await everyScreen(page)).at(-1) ?? '']) {
      await page.goto(wholeStarted.admin + screen);
      const edges = `[...document.querySelectorAll('details.unfold')].map((form) => {
        form.open = true;
        const { left, right } = form.querySelector('.sheet').getBoundingClientRect();
        form.open = false;
        return [left, right];
      })`;
      const sheets = await page.evaluate<[number, number][]>(edges);
      expect(sheets.length).toBeGreaterThan(3);
      const isOutside = ([leftEdge, right]: [number, number]): boolean =>
        leftEdge < 0 || right > width || right - leftEdge < 100;
      expect([screen, sheets.filter(isOutside)]).toEqual([screen, []]);
    }
  });

  it('shows and does everything without script', async () => {
    const { admin } = wholeStarted;
    const page = await open(admin, { javaScriptEnabled: false });
    await toShadow(page, 'currency-offer');
    expect(await advance(page, 'canary 5%', true, 'currency-offer')).toBe(
      'currency-offer: at canary 5%, in force',
    );
    await toShadow(page, 'currency-offer');
    await card(page, 'currency-offer').getByRole('button', { name: 'Back to v1' }).click();
    expect(await page.locator('.notice').innerText()).toBe('currency-offer: at v1, in force');
    for (const screen of await everyScreen(page)) {
      await page.goto(admin + screen);
      expect(await page.locator('h1').count()).toBe(1);
    }
  });

  it('refuses a form that a page of another site submits', async () => {
    const { admin } = wholeStarted;
    const page = await open(admin);
    const fields = '<input name="resource" value="item-offer"><input name="reason" value="x">';
    const form = `<form method="post" action="${admin}/console/act/stages/kill">${fields}<button>Win</button></form>`;
    const site = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end(form),
    ).listen(0, '127.0.0.1');
    await once(site, 'listening');
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
    await page.getByText('Win').click();
    await page.getByText('Only the pages of this console may post here.').waitFor();
    site.close();
    await page.goto(admin);
    expect(await card(page, 'item-offer').getByText('killed').count()).toBe(0);
  });

  it('runs only its own script, and asks no other host', async () => {
    const { admin } = wholeStarted;
    const page = await open('about:blank');
    const askedTexts: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => askedTexts.push(new URL(request.url()).origin));
    page.on('console', (message) => refused.push(message.text()));
    await page.goto(admin);
    await isLive(page);
    expect([[...new Set(askedTexts)], refused]).toEqual([[admin], []]);
  });

  it('shows the age of its figures while the gateway is away, and updates them when it is back', async () => {
    const page = await open(wholeStarted.admin);
    await isLive(page);
    await wholeStarted.run.kill();
    await page.getByText(/Connection lost: these figures stand since \d\d:\d\d:\d\d UTC/).waitFor();
    wholeStarted = await start({ adminPort: new URL(wholeStarted.admin).port });
    await isLive(page);
  });
});
