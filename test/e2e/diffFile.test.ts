import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { createLifeboat, type Lifeboat } from '../../src/index.js';
import { launchBrowser, type TestBrowser } from '../support/launchBrowser.ts';
import { axeFindings } from '../support/axeFindings.ts';
import { runHere } from '../support/runHere.ts';
import { openFolder } from '../support/temporaryFolder.ts';

const TITLE = /value at data.attributes.title/;
const HOSTILE = ` <script>document.title='taken'</script>`;

let browser: TestBrowser;
let lifeboat: Lifeboat;
/** The file that `lifeboat diff --format html` has written, and its address. */
let file: { readonly html: string; readonly url: string };

/** Lets v2 answer with another title than v1. */
async function plant({ sandbox }: Lifeboat): Promise<void> {
  const edits = [{ kind: 'append', at: 'title', text: HOSTILE }];
  await fetch(`${sandbox?.origin ?? ''}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ route: 'GET *', disturbance: { kind: 'rewrite', edits } }),
  });
}

/** Reads an account through the gateway, and waits until the console shows the difference. */
async function differ(gateway: string, admin: string): Promise<void> {
  const login = encodeURIComponent(lifeboat.sandbox?.sampleLogin ?? '');
  const headers = { authorization: `Bearer ${lifeboat.sandbox?.keys.v1 ?? ''}` };
  for (let read = 0; read < 30; read += 1)
    await (await fetch(`${gateway}/v1/accounts/by-login/${login}`, { headers })).text();
  const page = await browser.newPage();
  await page.goto(`${admin}/differences`);
  await page.getByRole('link', { name: TITLE }).waitFor();
  await page.close();
}

const open = async (options: BrowserContextOptions = {}): Promise<Page> => {
  const page = await browser.newPage(options);
  await page.goto(file.url);
  return page;
};

beforeAll(async () => {
  const folder = openFolder();
  browser = await launchBrowser();
  lifeboat = await createLifeboat({
    sandbox: true,
    environment: {},
    sunset: '2099-01-01T00:00:00Z',
    log: { level: 'silent' },
    listen: { port: 0 },
    admin: { port: 0 },
    comparison: { sample: 100 },
  });
  const { gateway, admin } = await lifeboat.listen();
  await lifeboat.stage('account', 'shadow', { reason: 'to see what differs' });
  await plant(lifeboat);
  await differ(gateway, admin);
  const { stdout, stderr } = await runHere(['diff', '--admin', admin, '--format', 'html'], { cwd: folder });
  expect(stderr).toBe('');
  const html = stdout.join('\n');
  writeFileSync(join(folder, 'diff.html'), html);
  file = { html, url: pathToFileURL(join(folder, 'diff.html')).href };
});

afterAll(() => lifeboat.close());

describe('the file of lifeboat diff --format html', () => {
  it('links a difference of the list to both values side by side, without script', async () => {
    const page = await open({ javaScriptEnabled: false });
    await page.getByRole('row', { name: 'getAccountByLogin' }).first().waitFor();
    await page.getByRole('link', { name: TITLE }).first().click();
    const issue = page.locator('section:target');
    expect(await issue.getByRole('heading', { level: 2 }).innerText()).toMatch(TITLE);
    const cells = await issue.locator('tr.differs').first().locator('th, td').allInnerTexts();
    const [location, v1, v2, ownText, line] = cells;
    expect(location).toContain('data.attributes.title');
    expect(v1).toMatch(/^"\(text of \d+ #[0-9a-f]{8}\)"$/);
    expect(v2).toMatch(/^"\(text of \d+ #[0-9a-f]{8}\)"$/);
    expect(v2).not.toBe(v1);
    expect(ownText).toContain('title');
    expect(line).toMatch(/account.yaml:\d+/);
  });

  it('links a caller to its share of each difference', async () => {
    const page = await open();
    const caller = page.locator('details[id^=caller-]');
    await caller.locator('summary').click();
    const row = caller.getByRole('row', { name: TITLE });
    expect(await row.innerText()).toMatch(/\d+ of \d+\s+100%/);
  });

  it('shows the verdict as a bar against its budget', async () => {
    const page = await open();
    await page.getByRole('img', { name: /^noticed \d+.\d\d%, at most .*%, budget 0.50%$/ }).waitFor();
  });

  it('makes no request, and runs no script from an answer', async () => {
    const page = await browser.newPage();
    const askedTexts: string[] = [];
    page.on('request', (request) => askedTexts.push(request.url()));
    await page.goto(file.url);
    expect(askedTexts).toEqual([file.url]);
    expect(await page.title()).toBe('v1 and v2 side by side');
    expect(await page.locator('a:not([href^="#"])').count()).toBe(0);
    const links = await page.locator('a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const ids = await page.locator('[id]').evaluateAll((all) => all.map((element) => `#${element.id}`));
    expect(links.filter((link) => !ids.includes(decodeURIComponent(link ?? '')))).toEqual([]);
  });

  it('has no fault that axe-core finds, light and dark', async () => {
    const page = await open();
    await page.locator('details').evaluateAll((all) => {
      for (const details of all) details.setAttribute('open', '');
    });
    expect(await axeFindings(page)).toEqual([]);
  });

  it('fits a phone of 320 pixels, with nothing beyond its edge', async () => {
    const page = await open({ viewport: { width: 320, height: 640 } });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});
