import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';
import {
  type Browser,
  type BrowserContextOptions,
  chromium as browserType,
  type Page,
} from 'playwright-core';
import { ROOT } from './builtProgram';

/** Longest wait (ms) of a page for anything: a busy machine needs its time. */
const PAGE_TIMEOUT_MS = 100_000;

/** No card to draw with is there, and no user namespace in a container; fewer processes take a sixth less time. */
const OPTIONS = ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--renderer-process-limit=1'];

/** Folder of the libraries that come with the browser, for a system that has none of them. */
const LIBRARIES = join(tmpdir(), 'al2023');

/** A headless browser. */
export interface TestBrowser extends Pick<Browser, 'close' | 'newContext'> {
  /** Opens a page that shares nothing with the others. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Unpacks Chromium from its npm package; several processes may not do so at once. Returns the program. */
export async function unpackBrowser(): Promise<string> {
  if (!existsSync(LIBRARIES)) await inflate(join(ROOT, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br'));
  return chromium.executablePath();
}

/** Starts Chromium, which needs nothing of the system. */
export async function launchBrowser(): Promise<TestBrowser> {
  const browser = await browserType.launch({
    executablePath: await unpackBrowser(),
    args: OPTIONS,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(LIBRARIES, 'lib'),
      FONTCONFIG_PATH: join(tmpdir(), 'fonts'),
    },
    timeout: PAGE_TIMEOUT_MS,
  });
  return {
    newPage: async (options) => {
      const page = await browser.newPage(options);
      page.setDefaultTimeout(PAGE_TIMEOUT_MS);
      return page;
    },
    newContext: (options) => browser.newContext(options),
    close: () => browser.close(),
  };
}
