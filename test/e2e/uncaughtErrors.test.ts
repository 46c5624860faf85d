import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { currencyOffer } from '../bench/stub/documents.ts';
import { type CliRun, serveCli, workersOf } from '../support/runCli.ts';
import { ask, type WireAnswer } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { reply, type Script, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();

/** A message of which a line looks like a place in a stack. */
const CANARY = 'canary\\n    at canary in a message';

/** Signals on which the process has a fault: thrown out of a callback, rejected, or of a socket without a listener. */
const FAULTS = `
  const { Socket } = require('node:net');
  process.on('SIGUSR2', () => { throw new TypeError('${CANARY}'); });
  process.on('SIGALRM', () => void Promise.reject(new RangeError('${CANARY}')));
  process.on('SIGVTALRM', () =>
    void new Socket().destroy(Object.assign(new Error('${CANARY}'), { code: 'ECONNRESET', syscall: 'read' })));
`;

const GOES_ON = 'uncaught error: the process goes on';
const ENDS = 'uncaught error: the process ends in order';

const OFFER = reply(200, JSON.stringify({ data: currencyOffer(7001) }));
const good: Script = { request: (_seen, socket) => socket.write(OFFER) };

const logLine = z.looseObject({ level: z.string(), msg: z.string() });

let upstream: ScriptedUpstream;
let run: CliRun;
let gateway: string;
let admin: string;

async function start(...words: readonly string[]): Promise<void> {
  writeFileSync(folder.path('faults.cjs'), FAULTS);
  upstream = await startUpstream(good);
  ({ run, gateway, admin } = await serveCli(words, {
    cwd: folder.path('.'),
    environment: {
      NODE_OPTIONS: `--require=${folder.path('faults.cjs')}`,
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_NOTIFY_WEBHOOK: `${upstream.origin}/notices`,
    },
  }));
}

const askOffer = (): Promise<WireAnswer> =>
  ask(gateway, { path: '/v1/currency-offers/7001', headers: { Authorization: 'Bearer key-1' } });

const adminPage = async (path: string): Promise<string> => (await ask(admin, { path })).body;

const notices = (): readonly string[] =>
  upstream.requests.filter(({ path }) => path === '/notices').map(({ body }) => body);

/** The lines of the log about uncaught errors, in their order. */
const linesOf = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.includes('"uncaught":'))
    .map((line) => logLine.parse(JSON.parse(line)));

describe('a process with an uncaught error', () => {
  it('goes on after a rejection and an error of a connection, and reports both', async () => {
    await start();
    run.child.kill('SIGALRM');
    await run.logged(GOES_ON);
    run.child.kill('SIGVTALRM');
    await run.logged(GOES_ON);
    expect((await askOffer()).status).toBe(200);
    const metrics = await adminPage('/metrics');
    expect(metrics).toMatch(/^lifeboat_uncaught_errors_total\{kind="rejection"\} 1$/m);
    expect(metrics).toMatch(/^lifeboat_uncaught_errors_total\{kind="connection"\} 1$/m);
    expect(metrics).toMatch(/^lifeboat_alarms\{.*alarm="uncaught".*\} 1$/m);
    expect(await adminPage('/readyz')).toContain('did not catch: 2, the last: connection, Error ECONNRESET');
    run.child.kill('SIGTERM');
    const { code, stderr } = await run.ended;
    expect(code).toBe(0);
    const stackPlace = expect.stringContaining('faults.cjs') as unknown;
    expect(linesOf(stderr)).toMatchObject([
      {
        level: 'fatal',
        uncaught: 'rejection',
        error: 'RangeError',
        stack: expect.arrayContaining([stackPlace]) as unknown,
      },
      { level: 'fatal', uncaught: 'connection', error: 'Error ECONNRESET' },
    ]);
    expect(notices().join('\n')).toContain('did not catch: 1, the last: rejection');
    expect(stderr + notices().join('\n')).not.toContain('canary');
  });

  it('ends with 1 after an exception, once requests under way are answered and the notice is sent', async () => {
    await start();
    let answerHeld = (): void => undefined;
    const arrived = new Promise<void>((resolve) =>
      upstream.play({
        request: ({ path }, socket) => {
          if (path === '/notices') socket.write(reply(200, ''));
          else answerHeld = () => void socket.write(OFFER);
          resolve();
        },
      }),
    );
    const underWay = askOffer();
    await arrived;
    run.child.kill('SIGUSR2');
    await run.logged(ENDS);
    answerHeld();
    expect((await underWay).status).toBe(200);
    const { code, stderr } = await run.ended;
    expect(code).toBe(1);
    expect(linesOf(stderr)).toMatchObject([{ level: 'fatal', uncaught: 'exception', error: 'TypeError' }]);
    expect(notices().join('\n')).toContain('ends in order after an error that it did not catch: TypeError');
    expect(stderr).not.toContain('canary');
  });

  it('replaces a worker that threw: the others go on, the first process counts the error', async () => {
    await start('--workers', '2');
    process.kill(workersOf(run)[0] ?? 0, 'SIGUSR2');
    await run.logged('a worker has ended and is replaced');
    expect((await askOffer()).status).toBe(200);
    expect(await adminPage('/metrics')).toMatch(/^lifeboat_uncaught_errors_total\{kind="exception"\} 1$/m);
    expect(await adminPage('/readyz')).toContain(
      '"status":"ready","degraded":["errors that the program did not catch: 1',
    );
  });
});
