import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { ROOT, sourceProgram } from './builtProgram.ts';
import { closeBehindTest } from './closeBehindTest.ts';
import { makeOnce } from './makeOnce.ts';

/** Longest wait (ms) of a page for anything: a busy machine needs its time. */
const PAGE_TIMEOUT_MS = 100_000;

/** No card to draw with is there, and no user namespace in a container; fewer processes take a sixth less time. */
const OPTIONS = ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--renderer-process-limit=1'];

/** A headless browser. */
export interface TestBrowser extends Pick<Browser, 'close' | 'newContext'> {
  /** Opens a page that shares nothing with the others. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Unpacks Chromium from its npm package, which does so into the temporary folder. Returns the folder. */
export const unpackBrowser = (): string =>
  makeOnce('chromium', join(ROOT, 'node_modules/@sparticuz/chromium'), (fresh) => {
    mkdirSync(fresh);
    const env = { ...process.env, TMPDIR: fresh };
    execFileSync(process.execPath, sourceProgram('test/support/unpackChromium.ts'), { env });
  });

/** Starts Chromium, which needs nothing of the system. */
export async function launchBrowser(): Promise<TestBrowser> {
  const folder = unpackBrowser();
  // Only here: each run of jest unpacks the browser, and few start it.
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: OPTIONS,
    env: {
      ...process.env,
      // For a system that has none of its libraries.
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      // Its own font has no fixed width: pictures are taken with those of the system, FONTCONFIG_PATH=/etc/fonts.
      FONTCONFIG_PATH: process.env['FONTCONFIG_PATH'] ?? join(folder, 'fonts'),
    },
    timeout: PAGE_TIMEOUT_MS,
  });
  return {
    newPage: async (options) => {
      const page = await browser.newPage(options);
      page.setDefaultTimeout(PAGE_TIMEOUT_MS);
      closeBehindTest(() => page.close());
      return page;
    },
    newContext: (options) => browser.newContext(options),
    close: closeBehindTest(() => browser.close()),
  };
}
