import { once } from 'node:events';
import { watch } from 'node:fs';
import { z } from 'zod';
import { parseCount, parseInstant } from '../../../src/cli/command.js';
import { openSandbox } from '../../sandbox/support/openSandbox.ts';
import { runCli } from '../../support/runCli.ts';
import { runHere } from '../../support/runHere.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const folder = temporaryFolder();

describe('lifeboat sandbox', () => {
  it('starts, prints its address and example calls, and ends with 0 on a signal', async () => {
    const run = runCli(['sandbox', '--port', '0', '--now', '2025-11-01', '--live-shapes'], {
      cwd: folder.path('.'),
    });
    const ready = await run.line();
    expect(ready).toMatch(/^lifeboat sandbox ready: http:\/\/127\.0\.0\.1:\d+$/);
    const lines = [await run.line(), await run.line(), await run.line(), await run.line()];
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['v1', 'v2', 'curl', 'curl']);
    run.child.kill('SIGTERM');
    expect(await run.ended).toMatchObject({ code: 0, stderr: '' });
  });

  it('prints its address and keys as one line of JSON with --json', async () => {
    const words = ['sandbox', '--port', '0', '--now', '2025-11-01', '--json'];
    const run = runCli(words, { cwd: folder.path('.') });
    const announced = z.looseObject({ origin: z.url() }).parse(JSON.parse(await run.line()));
    const key = expect.stringMatching(/^eyJ/) as string;
    expect(announced).toEqual({
      origin: announced.origin,
      v1Sunset: '2025-11-30T00:00:00.000Z',
      keys: { v1: key, v2: key },
    });
    run.child.kill('SIGTERM');
    expect((await run.ended).stdout).toHaveLength(1);
  });

  it('says that v1 has ended by its clock, and shows no call that would fail', async () => {
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
    const nextSandbox = await openSandbox({ offers: 3 });
    const cases: [string[], RegExp][] = [
      [['--port', String(nextSandbox.port)], /^--port: 127\.0\.0\.1:\d+ is taken/],
      [
        ['--port', '0', '--data', folder.path('no/such/folder.db')],
        /^--data: .*there is no such file.*\n.*make its folder first/,
      ],
    ];
    for (const [words, complaint] of cases) {
      const { code, stderr } = await runHere(['sandbox', ...words], { cwd: folder.path('.') });
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(complaint) as string });
    }
  });

  it('ends with 2 when the rate is no decimal number', async () => {
    const words = ['sandbox', '--port', '0', '--usd-rate', 'much'];
    const { code, stderr } = await runHere(words, { cwd: folder.path('.') });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/is invalid\. It /) as string,
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

describe('arguments on the command line', () => {
  it('are read as instants in UTC', () => {
    expect(parseInstant('2025-11-01')).toBe(Date.UTC(2025, 10, 1));
    expect(parseInstant('2025-11-01T12:00:00+01:00')).toBe(Date.UTC(2025, 10, 1, 11));
    for (const text of ['tomorrow', '2025-11-01T12:00:00', '2025-13-01', '1'])
      expect(() => parseInstant(text)).toThrow();
  });

  it('are read as counts from 1', () => {
    expect(parseCount('100000')).toBe(100_000);
    for (const text of ['0', '-1', '1.5', 'many', '1e3']) expect(() => parseCount(text)).toThrow();
  });
});
