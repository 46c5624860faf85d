import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** Chromium without what only a person at a screen needs: it takes half of the processor's time. */
const SHELL = '/usr/bin/chromium-headless-shell';
const WHOLE = '/usr/bin/chromium';

/** Fewer processes, and no card to draw with that is not there: a sixth less time. */
const FEW = ['--in-process-gpu', '--renderer-process-limit=1', '--disable-gpu'];

/** A browser whose pages wait as long as a test may take: a busy machine needs its time. */
export interface TestBrowser extends Pick<Browser, 'close'> {
  /** Opens a page of its own: it shares nothing with the others. */
  readonly newPage: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Starts the browser that is there. */
export async function launchBrowser(): Promise<TestBrowser> {
  const executablePath = existsSync(SHELL) ? SHELL : WHOLE;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', ...FEW] });
  return {
    newPage: async (options) => {
      const page = await browser.newPage(options);
      page.setDefaultTimeout(0);
      return page;
    },
    close: () => browser.close(),
  };
}
