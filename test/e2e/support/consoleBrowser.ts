import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { launchBrowser, type TestBrowser } from '../../support/launchBrowser.ts';
import { type Served, serveCli } from '../../support/runCli.ts';

const SANDBOX = ['--sandbox', '--sandbox-port', '0'];
const ONE = 'GET /v2/account-offers/{account}';

/** Texts that v2 adds to a title: markup, a mark that turns the reading around, and to one account a megabyte in parts. */
const HOSTILE = [
  { route: 'GET *', text: ` <script>document.title='taken'</script>\u202e${'x'.repeat(1_000)}` },
  ...Array.from({ length: 5 }, () => ({ route: ONE, text: 'x'.repeat(200_000) })),
];

/** A gateway on the embedded marketplace, and one client of it. */
export interface Started extends Served {
  /** Lets the client read an account so many times; returns the last status. */
  readonly read: (times: number) => Promise<number>;
  /** Lets v2 answer with another title, in words that no page may take for markup. */
  readonly plant: () => Promise<void>;
}

/** Settings of a start, besides those that every test needs. */
interface Wanted {
  readonly adminPort?: string;
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Further words behind `serve`. */
  readonly words?: readonly string[];
}

/** Makes the client that the announced example is of. */
function readerOf(example: string): Started['read'] {
  const key = /Bearer (\S+)'/.exec(example)?.[1] ?? '';
  const url = /http:\S+by-login\/[^\s']+/.exec(example)?.[0] ?? '';
  const read: Started['read'] = async (times) => {
    const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
    await answer.text();
    return times > 1 ? read(times - 1) : answer.status;
  };
  return read;
}

async function plantIn(sandbox: string): Promise<void> {
  for (const { route, text } of HOSTILE)
    await fetch(`${sandbox}/_sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        route,
        disturbance: { kind: 'rewrite', edits: [{ kind: 'append', at: 'title', text }] },
      }),
    });
}

/** Starts the gateway on the embedded marketplace while v1 lives, with the call that its announcement shows. */
async function start({ adminPort = '0', folder, environment = {}, words = [] }: Wanted): Promise<Started> {
  const usual = { LIFEBOAT_SUNSET: '2099-01-01T00:00:00Z', LIFEBOAT_COMPARISON_SAMPLE: '100' };
  const served = await serveCli([...SANDBOX, '--admin-port', adminPort, ...words], {
    cwd: folder,
    environment: { ...usual, ...environment },
  });
  return { ...served, read: readerOf(await served.run.line()), plant: () => plantIn(served.sandbox) };
}

/** A browser for the tests of a file, and a folder for its gateways. */
export function consoleBrowser() {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-console-'));
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    open: async (url: string, options: BrowserContextOptions = {}): Promise<Page> => {
      const page = await browser.newPage(options);
      await page.goto(url);
      return page;
    },
    /** Starts the gateway with sellers whose traffic is played. */
    play: (): Promise<Served> => serveCli([...SANDBOX, '--traffic'], { cwd: folder }),
    start: (wanted: Omit<Wanted, 'folder'> = {}): Promise<Started> => start({ ...wanted, folder }),
  };
}

/** Resolves when a page shows what is now. */
export const isLive = (page: Page) => page.locator('#live', { hasText: 'Live.' }).waitFor();

/** A resource on the overview. */
export const card = (page: Page, resource = 'account'): Locator =>
  page.getByRole('article', { name: resource, exact: true });

/** Moves a resource from v2, where the marketplace begins, to shadow: one click. */
export async function toShadow(page: Page, resource = 'account'): Promise<void> {
  await card(page, resource).getByRole('button', { name: 'Back to shadow' }).click();
  await page.locator('.notice', { hasText: `${resource}: at shadow, in force` }).waitFor();
}

/** Advances a resource as a person does: unfold, say why, click. */
export async function advance(page: Page, to: string, force = false, resource = 'account'): Promise<string> {
  const ownLocator = card(page, resource);
  await ownLocator.getByText(/^Advance to/).click();
  const form = ownLocator.locator('form', { hasText: `Advance ${resource}` });
  await form.getByLabel('Stage').fill(to);
  await form.getByLabel('Reason').fill('as planned');
  if (force) await form.getByLabel(/Move although/).check();
  await form.getByRole('button', { name: `Advance ${resource}` }).click();
  return page.locator('.notice').innerText();
}
