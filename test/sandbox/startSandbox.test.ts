import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { SandboxOptions } from '../../src/sandbox/sandboxOptions.js';
import { runCli } from '../support/runCli.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { callSandbox, dataOf, listOf } from './support/callSandbox.ts';
import { newKey } from './support/control.ts';
import { openSandbox } from './support/openSandbox.ts';

describe('a marketplace with its data in a file', () => {
  const folder = temporaryFolder();
  const open = (options: Partial<SandboxOptions> = {}) =>
    openSandbox({ offers: 12, store: { kind: 'file', path: folder.path('market.db') }, ...options });

  it('is the same after a restart: offers, keys, and a single seeding', async () => {
    const firstSandbox = await open();
    const second = await newKey(firstSandbox, { name: 'second' });
    await callSandbox(firstSandbox, `PATCH /v2/currency-offers/${firstSandbox.sampleCurrencyOfferId}`, {
      stock: 77,
    });
    const rowsBefore = listOf(await callSandbox(firstSandbox, 'GET /v2/account-offers?per_page=50&sort=id'));
    await firstSandbox.close();

    const repeatedSandbox = await open({ seed: 99, offers: 50 });
    expect({ isNew: [firstSandbox.isNew, repeatedSandbox.isNew], keys: repeatedSandbox.keys }).toEqual({
      isNew: [true, false],
      keys: firstSandbox.keys,
    });
    expect(
      listOf(
        await callSandbox(repeatedSandbox, 'GET /v2/account-offers?per_page=50&sort=id', undefined, second),
      ),
    ).toEqual(rowsBefore);
    const offer = await callSandbox(
      repeatedSandbox,
      `GET /v2/currency-offers/${repeatedSandbox.sampleCurrencyOfferId}`,
    );
    expect(dataOf(offer).stock).toBe(77);
    await repeatedSandbox.close();
  });

  it('has a file for its owner only', async () => {
    await (await open()).close();
    expect(statSync(folder.path('market.db')).mode & 0o777).toBe(0o600);
  });

  it('is refused if its file is damaged, before any answer from it', async () => {
    const store = { kind: 'file', path: folder.path('damaged.db') } as const;
    await (await open({ store })).close();
    const content = readFileSync(store.path);
    // The first page, with the table of contents, stays as it was.
    const middle = Math.floor(content.length / 8_192) * 4_096;
    writeFileSync(store.path, content.fill(0xff, middle, middle + 40_960));
    await expect(open({ store })).rejects.toThrow(/^it is damaged: /);
  });

  it('has lost no acknowledged write after kill -9', async () => {
    const path = folder.path('killed.db');
    const run = runCli(['sandbox', '--port', '0', '--data', path, '--now', '2025-11-01'], {
      cwd: folder.path('.'),
    });
    const ready = await run.line();
    const origin = /http:\S+/.exec(ready)?.[0] ?? '';
    const [v1 = '', v2 = ''] = [await run.line(), await run.line()].map((line) => line.replace(/^.*: /, ''));
    const sandbox = { origin, keys: { v1, v2 } };
    const [offer] = listOf(await callSandbox(sandbox, 'GET /v2/currency-offers?per_page=1&sort=id'));
    const id = Number(offer?.id);

    let acknowledged = 0;
    const writing = (async () => {
      for (let stock = 1; ; stock += 1) {
        const { status } = await callSandbox(sandbox, `PATCH /v2/currency-offers/${id}`, { stock });
        if (status !== 200) throw new Error(`refused with ${status}`);
        acknowledged = stock;
        if (stock === 150) run.child.kill('SIGKILL');
      }
    })();
    await expect(writing).rejects.toMatchObject({
      code: expect.stringMatching(/ECONN|UND_ERR_SOCKET/) as string,
    });
    await run.ended;

    const repeatedSandbox = await openSandbox({ store: { kind: 'file', path } });
    const stock = Number(dataOf(await callSandbox(repeatedSandbox, `GET /v2/currency-offers/${id}`)).stock);
    expect(acknowledged).toBeGreaterThanOrEqual(150);
    // The write that was under way may have been stored without having been acknowledged.
    expect([acknowledged, acknowledged + 1]).toContain(stock);
    await repeatedSandbox.close();
  });
});

describe('the seeding of a marketplace', () => {
  const folder = temporaryFolder();

  it('stores nothing if it is stopped, and starts again at the next start', async () => {
    const store = { kind: 'file', path: folder.path('stopped.db') } as const;
    const stop = new AbortController();
    const seeded: number[] = [];
    const stopped = openSandbox({
      store,
      offers: 5_000,
      stop: stop.signal,
      progress: (done) => {
        seeded.push(done);
        stop.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    expect(seeded).toEqual([500]);

    const repeatedSandbox = await openSandbox({ store, offers: 12 });
    const { body } = await callSandbox(repeatedSandbox, 'GET /v2/account-offers');
    expect({ isNew: repeatedSandbox.isNew, body }).toMatchObject({
      isNew: true,
      body: { meta: { total: 12 } },
    });
    await repeatedSandbox.close();
  });

  it('makes the same marketplace for the same seed, and another for another', async () => {
    const read = async (seed: number) => {
      const sandbox = await openSandbox({ seed, offers: 30 });
      const paths = ['account-offers', 'currency-offers', 'item-offers', 'orders'];
      const lists = [];
      for (const path of paths) {
        lists.push(listOf(await callSandbox(sandbox, `GET /v2/${path}?sort=id&per_page=50`)));
      }
      await sandbox.close();
      return lists;
    };
    const entries = await read(7);
    expect(await read(7)).toEqual(entries);
    expect(await read(8)).not.toEqual(entries);
  });
});
