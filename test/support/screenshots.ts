import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { createLifeboat, type Lifeboat } from '../../src/index';

/**
 * `npm run screenshots`: takes the pictures of the README from the console of a gateway on the embedded marketplace.
 * An argument names the browser (Chromium or Chrome); by default it is the one of the system.
 */

const OUT = join(__dirname, '..', '..', '.github');
const BROWSER = process.argv[2] ?? '/usr/bin/chromium';
const SIZE = { width: 1100, height: 640 };

/** Lets v2 answer with another title than v1, so that there is a difference to show. */
async function plant({ sandbox }: Lifeboat): Promise<void> {
  const edits = [{ kind: 'append', at: 'title', text: ' (v2)' }];
  await fetch(`${sandbox?.origin ?? ''}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ route: 'GET *', disturbance: { kind: 'rewrite', edits } }),
  });
}

async function readAccounts(gateway: string, { sandbox }: Lifeboat): Promise<void> {
  const login = encodeURIComponent(sandbox?.sampleLogin ?? '');
  const headers = { authorization: `Bearer ${sandbox?.keys.v1 ?? ''}` };
  for (let read = 0; read < 30; read += 1)
    await (await fetch(`${gateway}/v1/accounts/by-login/${login}`, { headers })).text();
}

/** Opens a page, again while it does not hold the link: comparisons end after the clients have their answers. */
async function openWith(page: Page, url: string, name: RegExp): Promise<void> {
  const link = page.getByRole('link', { name }).first();
  for (let tried = 0; tried < 100; tried += 1) {
    await page.goto(url);
    if ((await link.count()) > 0) return;
  }
  throw new Error(`${url} shows no ${name.source}`);
}

async function takePictures(page: Page, admin: string): Promise<void> {
  await openWith(page, admin, /^[1-9]\d* differ/);
  await page.screenshot({ path: join(OUT, 'console.png') });
  const difference = /value at data.attributes.title/;
  await openWith(page, `${admin}/differences`, difference);
  await page.getByRole('link', { name: difference }).click();
  await page.getByRole('row', { name: /data.attributes.title/ }).waitFor();
  await page.screenshot({ path: join(OUT, 'difference.png') });
}

async function main(): Promise<void> {
  const lifeboat = await createLifeboat({
    ...{ sandbox: true, environment: {}, sunset: '2099-01-01T00:00:00Z', log: { level: 'silent' } },
    ...{ listen: { port: 0 }, admin: { port: 0 }, comparison: { sample: 100 } },
  });
  const browser = await chromium.launch({ executablePath: BROWSER, args: ['--no-sandbox'] });
  try {
    const { gateway, admin } = await lifeboat.listen();
    await lifeboat.stage('account', 'shadow', { reason: 'to see what differs' });
    await plant(lifeboat);
    await readAccounts(gateway, lifeboat);
    const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
    await takePictures(page, admin);
  } finally {
    await browser.close();
    await lifeboat.close();
  }
}

void main();
