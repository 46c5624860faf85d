import { createRequire } from 'node:module';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { renderReport } from '../../src/cli/diff/report/renderReport.js';
import { comparisonReport } from '../../src/comparison/report/comparisonReport.js';
import { screens } from '../../src/console/shell.js';
import type * as library from '../../src/index.js';
import { ROOT } from './builtProgram.ts';
import { launchBrowser, type TestBrowser } from './launchBrowser.ts';

/**
 * `npm run screenshots`: takes a picture of every screen of the console, of what leads off them, and of the pages beside
 * it, from a gateway on the embedded marketplace.
 */

// Built: its threads run programs of their own.
const { createLifeboat } = createRequire(import.meta.filename)(
  join(ROOT, 'dist', 'index.js'),
) as typeof library;

const OUT = join(import.meta.dirname, '..', '..', '.github', 'screens');
const SIZE = { width: 1100, height: 720 };
/** Of WebP, which is a quarter of the size of PNG here. */
const QUALITY = 60;

/** Programs of the seller, by what they call themselves. */
const PROGRAMS = ['repricer/2.1', 'stock-sync/4.0', 'old-bot'];

/** Disturbs v2: `route` as the marketplace's faults name it. */
async function disturb({ sandbox }: library.Lifeboat, route: string, disturbance: object): Promise<void> {
  const answer = await fetch(`${sandbox?.origin ?? ''}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ route, ...disturbance }),
  });
  if (!answer.ok) throw new Error(`${route}: ${await answer.text()}`);
}

/** Plays what the screens show: reads that differ, programs that read, and a write whose end nobody knows. */
async function play(lifeboat: library.Lifeboat, gateway: string): Promise<void> {
  const { sandbox } = lifeboat;
  const call = async (method: string, path: string, program = 'repricer/2.1') => {
    const headers = { authorization: `Bearer ${sandbox?.keys.v1 ?? ''}`, 'user-agent': program };
    await (await fetch(`${gateway}/v1${path}`, { method, headers })).text();
  };
  const login = encodeURIComponent(sandbox?.sampleLogin ?? '');
  const offer = sandbox?.sampleCurrencyOfferId ?? 0;
  await lifeboat.stage('account', 'shadow', { reason: 'to see what differs' });
  await lifeboat.stage('item-offer', 'shadow', { reason: 'to see what differs' });
  const edits = [{ kind: 'append', at: 'title', text: ' (v2)' }];
  await disturb(lifeboat, 'GET *', { disturbance: { kind: 'rewrite', edits } });
  for (let read = 0; read < 30; read += 1)
    await call('GET', `/accounts/by-login/${login}`, PROGRAMS[read % PROGRAMS.length]);
  await call('GET', '/item-offers?per_page=100', 'stock-sync/4.0');
  await disturb(lifeboat, 'POST *', { count: 1, executed: true, disturbance: { kind: 'reset' } });
  await call('PATCH', `/currency-offers/${offer}/actions/unlist`);
}

/** Opens a page, again while it does not hold the link: comparisons end after the clients have their answers. */
async function openWith(page: Page, url: string, name: RegExp): Promise<string> {
  const link = page.getByRole('link', { name }).first();
  for (let tried = 0; tried < 100; tried += 1) {
    await page.goto(url);
    if ((await link.count()) > 0) return new URL((await link.getAttribute('href')) ?? '', url).href;
  }
  throw new Error(`${url} shows no ${name.source}`);
}

/** Keeps a picture of what the page shows now. */
async function keep(page: Page, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  writeFileSync(join(OUT, `${name}.webp`), Buffer.from(data, 'base64'));
  await session.detach();
}

/** Every screen of the console, and one issue and one client. */
async function takeConsole(page: Page, admin: string): Promise<void> {
  await openWith(page, admin, /^[1-9]\d* differ/);
  const issue = await openWith(page, `${admin}/differences`, /value at data.attributes.title/);
  const client = await openWith(page, `${admin}/clients`, /^[0-9a-f]{12}$/);
  const further = [
    { path: issue, title: 'Difference' },
    { path: client, title: 'Client' },
  ];
  for (const { path, title } of [...screens, ...further]) {
    await page.goto(new URL(path, admin).href);
    // The charts begin with the first whole slice of time.
    if (path === '/') await page.locator('.line.gateway[d^=M]').first().waitFor({ state: 'attached' });
    await keep(page, title.toLowerCase());
  }
}

/** The guide, a page beside the console. */
async function takePages(page: Page, admin: string): Promise<void> {
  await page.goto(`${admin}/guide`);
  await keep(page, 'guide');
}

/** Writes the file of `lifeboat diff`, and takes its picture. */
async function takeReport(page: Page, admin: string): Promise<void> {
  const report = comparisonReport.parse(await (await fetch(`${admin}/api/differences`)).json());
  const file = join(OUT, 'report.html');
  writeFileSync(file, renderReport(report, { format: 'html' }, { colour: false }));
  await page.goto(pathToFileURL(file).href);
  await keep(page, 'report');
  rmSync(file);
}

async function take(browser: TestBrowser, lifeboat: library.Lifeboat): Promise<void> {
  const { gateway, admin } = await lifeboat.listen();
  await play(lifeboat, gateway);
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  await takeConsole(page, admin);
  await takePages(page, admin);
  await takeReport(page, admin);
}

async function main(): Promise<void> {
  const lifeboat = await createLifeboat({
    sandbox: true,
    environment: {},
    sunset: '2099-01-01T00:00:00Z',
    log: { level: 'silent' },
    listen: { port: 0 },
    admin: { port: 0 },
    comparison: { sample: 100 },
  });
  const browser = await launchBrowser();
  mkdirSync(OUT, { recursive: true });
  for (const old of readdirSync(OUT)) rmSync(join(OUT, old));
  try {
    await take(browser, lifeboat);
  } finally {
    await browser.close();
    await lifeboat.close();
  }
}

void main();
