import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { launchBrowser, type TestBrowser } from '../support/launchBrowser';
import { type BenchOptions, roundsOf } from './benchOptions';
import { buildGateway, ROOT } from './buildGateway';
import { type Call, headersOf, type LoadTool } from './load/load';
import { loadTool } from './load/loadTool';
import type { Running } from './machine/startProcess';
import { adminOf } from './peers/adminOf';
import { changeStage, startShadowing } from './peers/startShadowing';
import { createProgress } from './report/createProgress';
import { alternate } from './requests/alternate';
import { renderRequests } from './requests/renderRequests';
import { summarize } from './requests/summarize';
import { offers } from './stub/calls';
import { startStub } from './stub/startStub';
import { requestFiles } from './stub/writeStubFiles';

const RESOURCE = 'currency-offer';
const SCREENS = ['/', '/differences', '/clients', '/writes', '/history', '/mappings'];
const PAGES = 10;
/** Clients that the screens show. */
const KEYS = 50;

const call: Call = { method: 'GET', path: `/v1/currency-offers/${offers.small.currency}` };

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? NaN;

/** Cost of one visit of a screen with an empty cache. */
interface Visit {
  /** First contentful paint, ms from the begin of the navigation. */
  readonly paint: number;
  /** Bytes of the page, its scripts and its style, and what they are compressed. */
  readonly bytes: number;
  readonly compressed: number;
}

async function visit(browser: TestBrowser, url: string): Promise<Visit> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/console/events')) bodies.push(response.body());
  });
  await page.goto(url);
  await page.locator('#live', { hasText: 'Live.' }).waitFor();
  const paint = await page.evaluate<number>(
    `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN`,
  );
  const all = await Promise.all(bodies);
  await context.close();
  const sum = (of: (body: Buffer) => number) => all.reduce((total, body) => total + of(body), 0);
  return {
    paint,
    bytes: sum(({ length }) => length),
    compressed: sum((body) => gzipSync(body).length),
  };
}

async function paints(write: (line: string) => void, browser: TestBrowser, admin: string, rounds: number) {
  write('a visit with an empty cache, medians: first paint (goal 200 ms), bytes, compressed (goal 60 KB)');
  for (const screen of SCREENS) {
    const visits: Visit[] = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, admin + screen));
    const of = (figure: keyof Visit) => median(visits.map((one) => one[figure]));
    const kilobytes = (bytes: number) => (bytes / 1_000).toFixed(0).padStart(4);
    write(
      `  ${screen.padEnd(13)} ${of('paint').toFixed(0).padStart(4)} ms ${kilobytes(of('bytes'))} KB ${kilobytes(of('compressed'))} KB`,
    );
  }
}

/** Milliseconds from a change made elsewhere until a page shows it, in a browser that does nothing else. */
async function timeUpdate(page: Page, gateway: Running, isHeld: boolean): Promise<number> {
  const change = isHeld ? { kind: 'hold' } : { kind: 'release' };
  const reason = `bench ${isHeld ? 'holds' : 'releases'}`;
  const began = performance.now();
  await changeStage(gateway, { resource: RESOURCE, change, reason });
  const own = page.getByRole('article', { name: RESOURCE, exact: true });
  await own
    .getByText(/^held/)
    .first()
    .waitFor({ state: isHeld ? 'visible' : 'detached' });
  return performance.now() - began;
}

async function updates(
  write: (line: string) => void,
  browser: TestBrowser,
  gateway: Running,
  rounds: number,
): Promise<void> {
  const page = await browser.newPage();
  await page.goto(adminOf(gateway));
  await page.locator('#live', { hasText: 'Live.' }).waitFor();
  const profile = await page.context().newCDPSession(page);
  await profile.send('Performance.enable');
  const busy = async (): Promise<number> => {
    const { metrics } = await profile.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1_000;
  };
  const times: number[] = [];
  const before = await busy();
  for (let round = 0; round < rounds * 2; round += 1)
    times.push(await timeUpdate(page, gateway, round % 2 === 0));
  const each = ((await busy()) - before) / times.length;
  await page.close();
  write(
    `a change until another page shows it, at most once a second: median ${median(times).toFixed(0)} ms, ` +
      `longest ${Math.max(...times).toFixed(0)} ms; ${each.toFixed(1)} ms of the browser's processor`,
  );
}

/** Keeps pages open as browsers do, without their own work: the streams of all screens in turn. */
async function openPages(admin: string): Promise<() => Promise<void>> {
  const ended = new AbortController();
  const readers: Promise<unknown>[] = [];
  for (let page = 0; page < PAGES; page += 1) {
    const path = SCREENS[page % SCREENS.length] ?? '/';
    const url = `${admin}/console/events?path=${encodeURIComponent(path)}`;
    const response = await fetch(url, { signal: ended.signal });
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    readers.push(response.text().catch(() => undefined));
  }
  return async () => {
    ended.abort();
    await Promise.all(readers);
  };
}

/** Loads a gateway without and with open pages in turns: one process, so that nothing else distinguishes the two. */
async function cost(write: (line: string) => void, gateway: Running, options: BenchOptions): Promise<void> {
  const watched: Call = { ...call };
  const tool = loadTool();
  const underPages: LoadTool = {
    ...tool,
    run: async (load) => {
      const close = load.call === watched ? await openPages(adminOf(gateway)) : undefined;
      const result = await tool.run(load);
      await close?.();
      return result;
    },
  };
  const subjects = [
    { ...gateway, name: 'no page open', call },
    { ...gateway, name: `${PAGES} pages open`, call: watched },
  ];
  const progress = createProgress(process.stderr);
  const rounds = { rounds: roundsOf(options) * 3, seconds: 2, connections: 64, keys: KEYS };
  const samples = await alternate(underPages, subjects, rounds, progress.show);
  progress.clear();
  const title = 'GET at stage shadow, 1% compared (goal: by CPU 0.98)';
  for (const line of renderRequests(title, summarize(samples, 'no page open'))) write(line);
}

/** Prints what a console that somebody looks at takes: first paint, updates, bytes, and its cost for served requests. */
export async function consolePages(write: (line: string) => void, options: BenchOptions): Promise<void> {
  buildGateway();
  const stub = await startStub(requestFiles());
  const both = { v1: stub.origin, v2: stub.origin };
  const gateway = await startShadowing({ ...both, sample: 1, resource: RESOURCE, checkout: ROOT });
  const browser = await launchBrowser();
  try {
    await (await fetch(`${gateway.origin}${call.path}`, { headers: headersOf(call) })).text();
    const rounds = roundsOf(options) * 2;
    await paints(write, browser, adminOf(gateway), rounds);
    await updates(write, browser, gateway, rounds);
    await browser.close();
    await cost(write, gateway, options);
  } finally {
    await browser.close();
    await gateway.stop();
    await stub.stop();
  }
}
