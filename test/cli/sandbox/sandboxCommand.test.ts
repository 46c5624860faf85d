import { once } from 'node:events';
import { watch } from 'node:fs';
import { z } from 'zod';
import { parseCount, parseInstant } from '../../../src/cli/command';
import { parseOfferName } from '../../../src/cli/sandbox/sandboxCommand';
import { sandboxTask } from '../../../src/cli/sandbox/sandboxTask';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { openSandbox } from '../../sandbox/support/openSandbox';
import { recordingTerminal } from '../../support/recordingTerminal';
import { runCli } from '../../support/runCli';
import { temporaryFolder } from '../../support/temporaryFolder';

const folder = temporaryFolder();

describe('lifeboat sandbox', () => {
  it('starts, prints its address and example calls, and ends with 0 on a signal', async () => {
    const run = runCli(['sandbox', '--port', '0', '--now', '2025-11-01', '--live-shapes'], {
      cwd: folder.path('.'),
    });
    const ready = await run.line();
    expect(ready).toMatch(
      /^lifeboat sandbox ready: http:\/\/127\.0\.0\.1:\d+ docs http:\/\/127\.0\.0\.1:\d+\/docs$/,
    );
    const lines = [await run.line(), await run.line(), await run.line(), await run.line()];
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['v1', 'v2', 'curl', 'curl']);
    run.child.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('prints its address and keys as one line of JSON with --json', async () => {
    const words = ['sandbox', '--port', '0', '--now', '2025-11-01', '--json'];
    const run = runCli(words, { cwd: folder.path('.') });
    const { origin, ...rest } = z.looseObject({ origin: z.url() }).parse(JSON.parse(await run.line()));
    const key = expect.stringMatching(/^eyJ/) as string;
    expect(rest).toEqual({
      docs: `${origin}/docs`,
      v1Sunset: '2025-11-30T00:00:00.000Z',
      keys: { v1: key, v2: key },
    });
    run.child.kill('SIGTERM');
    expect((await run.ended).stdout).toHaveLength(1);
  });

  it('says when v1 has ended by its clock, and shows no call that would fail', async () => {
    const run = runCli(['sandbox', '--port', '0', '--now', '2025-12-01'], { cwd: folder.path('.') });
    const lines = [await run.line(), await run.line(), await run.line(), await run.line()];
    expect(lines.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      'lifeboat sandbox ready:',
      expect.stringMatching(/^v1 key: eyJ/),
      expect.stringMatching(/^v2 key: eyJ/),
      'v1 has ended',
    ]);
    run.child.kill('SIGTERM');
    await run.ended;
  });

  it('ends with 1 and the reason when its port or file cannot be used', async () => {
    const other = await openSandbox({ offers: 3 });
    const cases: [string[], RegExp][] = [
      [['--port', String(other.port)], /^--port: 127\.0\.0\.1:\d+ is taken/],
      [
        ['--port', '0', '--data', folder.path('no/such/folder.db')],
        /^--data: .*there is no such file.*\n.*make its folder first/,
      ],
    ];
    for (const [words, complaint] of cases) {
      const { code, stderr } = await runCli(['sandbox', ...words], { cwd: folder.path('.') }).ended;
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(complaint) as string });
    }
    await other.close();
  });

  it('ends with 2 when the rate is no decimal number, or the marketplace to call has no http address', async () => {
    const wrong = [
      ['--port', '0', '--usd-rate', 'much'],
      ['keys', 'list', '--url', 'ftp://here'],
    ];
    for (const words of wrong) {
      const { code, stderr } = await runCli(['sandbox', ...words], { cwd: folder.path('.') }).ended;
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(/is invalid\. It /) as string,
      });
    }
  });

  it('ends with 2 when the User-Agent is no valid header', async () => {
    const words = ['sandbox', '--port', '0', '--webhook-user-agent', 'a\nb'];
    const { code, stderr } = await runCli(words, { cwd: folder.path('.') }).ended;
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--webhook-user-agent') as string,
    });
  });

  it('ends at once on Ctrl-C while it fills a marketplace', async () => {
    const watcher = watch(folder.path('.'));
    const created = once(watcher, 'change');
    const words = ['sandbox', '--port', '0', '--offers', '100000', '--data', folder.path('much.db')];
    const run = runCli(words, { cwd: folder.path('.') });
    await created;
    watcher.close();
    run.child.kill('SIGINT');
    expect(await run.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('stopped before the marketplace was filled: nothing is kept') as string,
    });
  });
});

describe('the commands for a running sandbox', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 12 });
  });
  afterAll(() => sandbox.close());

  const run = async (task: Parameters<typeof sandboxTask>[1], origin = sandbox.origin) => {
    const terminal = recordingTerminal();
    const code = await sandboxTask(origin, task, terminal);
    return { code, out: terminal.out, err: terminal.err };
  };

  it('create, list and delete keys', async () => {
    const key = { kind: 'createKey', name: 'second', seller: 1, version: 'v2', readOnly: true } as const;
    expect(await run(key)).toEqual({ code: 0, out: [expect.stringMatching(/^eyJ[\w.-]+$/)], err: [] });
    expect(await run(key)).toMatchObject({
      code: 1,
      err: ['A seller has at most 2 active keys. Delete one first.'],
    });
    const listed = await run({ kind: 'listKeys', seller: 1 });
    expect(listed.out).toHaveLength(4);
    expect(listed.out.at(-1)).toMatch(/^3 +second +v2 +\d+ +null +true$/);
    expect(await run({ kind: 'deleteKey', id: 3 })).toMatchObject({
      code: 0,
      out: ['The key has been deleted.'],
    });
  });

  it('buy, deliver, dispute and refund', async () => {
    const offer = `currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const bought = await run({ kind: 'buy', offer, quantity: 200, buyer: 'Mira' });
    expect(bought.out).toEqual([
      expect.stringMatching(/^order \d+ \(currency\) is pending: 200 x .+, \d+\.\d\d EUR$/),
    ]);
    const order = Number(/\d+/.exec(bought.out[0] ?? '')?.[0]);
    expect((await run({ kind: 'deliver', order })).out[0]).toContain('is in_delivery');
    expect((await run({ kind: 'dispute', order, action: 'open' })).out[0]).toContain(
      'is in_delivery, disputed',
    );
    expect((await run({ kind: 'refund', order })).out[0]).toContain('is refunded:');
    expect((await run({ kind: 'refund', order })).err).toEqual([
      'An order that is refunded cannot be refunded.',
    ]);
    expect((await run({ kind: 'webhookLog' })).out).toEqual(['nothing']);
    expect(await run({ kind: 'replay', id: 1 })).toMatchObject({ code: 1, err: ['Resource not found.'] });
  });

  it('reach the marketplace on the named port', async () => {
    const words = ['sandbox', 'keys', 'list', '--port', String(sandbox.port)];
    const { code, stdout, stderr } = await runCli(words, { cwd: folder.path('.') }).ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.join('\n')).toContain('v2');
    const asJson = await runCli([...words, '--json'], { cwd: folder.path('.') }).ended;
    expect(JSON.parse(asJson.stdout.join('\n'))).toHaveProperty('data.0.name', 'first');
  });

  it('say what to check when no marketplace answers', async () => {
    const { code, err } = await run({ kind: 'webhookLog' }, 'http://127.0.0.1:1');
    expect(code).toBe(1);
    expect(err[1]).toContain('lifeboat sandbox');
  });
});

describe('the arguments of the command line', () => {
  it('are instants in UTC', () => {
    expect(parseInstant('2025-11-01')).toBe(Date.UTC(2025, 10, 1));
    expect(parseInstant('2025-11-01T12:00:00+01:00')).toBe(Date.UTC(2025, 10, 1, 11));
    for (const text of ['tomorrow', '2025-11-01T12:00:00', '2025-13-01', '1'])
      expect(() => parseInstant(text)).toThrow();
  });

  it('are offers by id, with or without their kind', () => {
    expect(parseOfferName('7001')).toBe('7001');
    expect(parseOfferName('gift-cards/7066')).toBe('gift-cards/7066');
    for (const text of ['offer', 'currency-offers/', 'coins/7001', '/7001', 'v2/item-offers/7001', '0'])
      expect(() => parseOfferName(text)).toThrow();
  });

  it('are counts from 1', () => {
    expect(parseCount('100000')).toBe(100_000);
    for (const text of ['0', '-1', '1.5', 'many', '1e3']) expect(() => parseCount(text)).toThrow();
  });
});
