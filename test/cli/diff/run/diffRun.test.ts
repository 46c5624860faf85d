import { writeFileSync } from 'node:fs';
import { run, type RunOptions } from '../../../../src/cli/diff/run/diffRun.js';
import { readPaths } from '../../../../src/cli/diff/run/runPaths.js';
import type { Sandbox } from '../../../../src/sandbox/sandboxOptions.js';
import { control } from '../../../sandbox/support/control.ts';
import { openSandbox } from '../../../sandbox/support/openSandbox.ts';
import { ranText } from '../../../support/recordingTerminal.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const folder = temporaryFolder();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});

function compare(options: Partial<RunOptions>) {
  const { v1, v2 } = sandbox.keys;
  const askedEntry = { v1: sandbox.origin, v2: sandbox.origin, all: false, perMinute: 60_000, show: false };
  return ranText((terminal) =>
    run(
      { ...askedEntry, format: 'json', keyEnv: 'V2', v1KeyEnv: 'V1', ...options },
      {
        environment: { V1: v1, V2: v2, WRONG: 'of-another-shop' },
        terminal,
        ask: () => Promise.resolve(''),
        cancel: new AbortController().signal,
      },
    ),
  );
}

describe('lifeboat diff run', () => {
  it('reads the named paths from both systems, and finds nothing where they agree', async () => {
    const paths = folder.path('paths.txt');
    writeFileSync(paths, `# offers\nGET /v1/currency-offers/${sandbox.sampleCurrencyOfferId}\n/v1/nothing\n`);
    const { code, out } = await compare({ paths });
    expect(JSON.parse(out)).toMatchObject({
      compared: 1,
      issues: [],
      outcomes: { compared: 1, unmapped: 1 },
    });
    expect(code).toBe(2);
  });

  it('ends with 3 without paths to compare, or without a key', async () => {
    expect((await compare({})).code).toBe(3);
    expect((await compare({ all: true, keyEnv: 'NONE' })).err).toContain('NONE is empty');
  });

  it('ends with 3 if v1 refuses the key, because every answer would differ', async () => {
    const paths = folder.path('paths.txt');
    writeFileSync(paths, `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}\n`);
    for (const askedEntry of [{ paths }, { all: true }]) {
      const { code, out, err } = await compare({ ...askedEntry, v1KeyEnv: 'WRONG' });
      expect([code, out]).toEqual([3, '']);
      expect(err).toBe('v1 refuses the key (401): name the one that v1 takes with --v1-key-env');
    }
  });

  it('ends with 3 if v2 refuses the key, without further calls of v1', async () => {
    const paths = folder.path('paths.txt');
    const { sampleCurrencyOfferId: id } = sandbox;
    writeFileSync(
      paths,
      `/v1/currency-offers/${id}\n/v1/currency-offers?page=1\n/v1/nothing\n/v1/accounts\n`,
    );
    const countBefore = sandbox.requests().length;
    const { code, out, err } = await compare({ paths, keyEnv: 'WRONG' });
    expect([code, out]).toEqual([3, '']);
    expect(err).toBe('v2 refuses the key (401): name the one that v2 takes with --key-env');
    const askedRecordedRequests = sandbox.requests().slice(countBefore);
    expect(askedRecordedRequests.map(({ status }) => status)).toEqual([200, 401, 401, 401]);
  });

  it('goes on if v2 refuses only one resource, and reports the difference', async () => {
    const paths = folder.path('paths.txt');
    const { sampleCurrencyOfferId: id } = sandbox;
    writeFileSync(paths, `/v1/currency-offers/${id}\n/v1/accounts?page=1\n`);
    const disturbance = { kind: 'status', status: 403 };
    await control(sandbox, 'POST /faults', { route: 'GET /v2/currency-offers/{currencyOffer}', disturbance });
    const { out, err } = await compare({ paths, show: true });
    await control(sandbox, 'DELETE /faults');
    expect(JSON.parse(out)).toMatchObject({ compared: 2, issues: [{ kind: 'status', path: 'status' }] });
    expect(err).toMatch(/^! +status/m);
  });

  it('ends with 1 if v2 answers nothing that v1 answers', async () => {
    const paths = folder.path('paths.txt');
    const { sampleCurrencyOfferId: id } = sandbox;
    writeFileSync(paths, [1, 2, 3, 4].map((page) => `/v1/currency-offers/${id}?page=${page}\n`).join(''));
    const disturbance = { kind: 'status', status: 500 };
    await control(sandbox, 'POST /faults', { route: 'GET /v2/currency-offers/{currencyOffer}', disturbance });
    const { code, out } = await compare({ paths });
    await control(sandbox, 'DELETE /faults');
    expect(JSON.parse(out)).toMatchObject({
      compared: 4,
      differing: 4,
      verdict: 'over',
      issues: [{ kind: 'unavailable', severity: 'breaking', requests: 4 }],
    });
    expect(code).toBe(1);
  });

  it('ends with 0 after comparing a whole marketplace without a fault', async () => {
    const { code, out, err } = await compare({ all: true });
    expect(err).toMatch(/^\d+ reads: \d+ pages of lists, \d+ others$/m);
    expect(JSON.parse(out)).toMatchObject({ differing: 0, issues: [] });
    expect(code).toBe(0);
  });

  it('ends with 2 and the reason when nothing was compared', async () => {
    const paths = folder.path('paths.txt');
    writeFileSync(paths, '/v1/nothing\n');
    const { code, err } = await compare({ paths });
    expect([code, err]).toEqual([2, 'nothing was compared: unmapped 1']);
  });

  it('names the line that is not a path', () => {
    expect(readPaths('/v1/a\nPOST /v1/b\n')).toMatchObject({
      ok: false,
      failure: expect.stringMatching(/^line 2:/) as string,
    });
  });
});
