import type { MarketClock, Sandbox, SandboxOptions } from '../../sandbox/sandboxOptions';
import { systemClock } from '../../runtime/systemClock';
import { describeListenError } from '../../http/server/startServer';
import { startSandbox } from '../../sandbox/startSandbox';
import { renderExampleCalls } from './exampleCalls';
import { CommandEnd, type ExitCode, type Surroundings } from '../command';
import { storeFault } from '../../runtime/files';
import { keepPresentLines, createProgressBar, type Terminal, waitForSignal } from '../terminal';

/**
 * Creates a clock that starts at `start` (ms) and runs at the machine's speed; without `start`, the machine's clock.
 */
function createSandboxClock(start: number | undefined): MarketClock {
  if (start === undefined) return systemClock;
  const ahead = start - systemClock.now();
  return { now: () => systemClock.now() + ahead, schedule: systemClock.schedule };
}

interface SandboxRunOptions extends Pick<
  SandboxOptions,
  'port' | 'seed' | 'sellers' | 'offers' | 'v1Sunset' | 'liveShapes'
> {
  readonly data?: string;
  readonly now?: number;
  readonly usdRate: string;
  readonly strictLimits: boolean;
  readonly json: boolean;
}

/** Address of the marketplace, which listens on this machine only. */
const HOST = '127.0.0.1';

/** Runs a marketplace until a signal ends it. Returns 0 after a clean end. */
export async function runSandbox(
  options: SandboxRunOptions,
  { terminal }: Pick<Surroundings, 'terminal'>,
): Promise<ExitCode> {
  const signal = waitForSignal(systemClock, () => process.exit(1));
  const clock = createSandboxClock(options.now);
  const stop = new AbortController();
  void signal.then(() => stop.abort());
  const sandbox = await openSandboxRun(options, clock, terminal, stop.signal);
  const { origin, isNew, keys, v1Sunset } = sandbox;
  const page = { origin, v1Sunset: new Date(v1Sunset).toISOString(), ...(isNew && { keys }) };
  const lines = options.json ? [JSON.stringify(page)] : announcementLines(sandbox, clock.now());
  for (const line of lines) terminal.write(line);
  await signal;
  await sandbox.close();
  return 0;
}

/** Starts the sandbox with the command's options. Ends the command if it cannot start. */
async function openSandboxRun(
  options: SandboxRunOptions,
  clock: MarketClock,
  { complain, interactive }: Terminal,
  stop: AbortSignal,
): Promise<Sandbox> {
  const { data, strictLimits, usdRate } = options;
  try {
    return await startSandbox({
      ...options,
      host: HOST,
      store: data === undefined ? { kind: 'memory' } : { kind: 'file', path: data },
      clock,
      rateLimits: strictLimits ? 'strict' : 'documented',
      dollarsPerEuro: usdRate,
      stop,
      progress: createProgressBar('seeding', interactive),
      reportBug: (error) =>
        complain(`bug: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    });
  } catch (error) {
    // The progress bar stands in an open line.
    if (error instanceof Error && error.name === 'AbortError')
      throw new CommandEnd(keepPresentLines([interactive && '', STOPPED]), 1);
    throw new CommandEnd([describeStartError(error, options)], 1);
  }
}

const STOPPED = 'stopped before the marketplace was filled: nothing is kept';

function describeStartError(error: unknown, { port, data }: SandboxRunOptions): string {
  if (!(error instanceof Error)) throw error;
  if ('syscall' in error && error.syscall === 'listen')
    return `--port: ${describeListenError(error, HOST, port).message}`;
  if (data === undefined) throw error;
  return storeFault('--data', data, error, 'name another file');
}

/**
 * Announces the address. Programs wait for the first line. A new marketplace also shows its first keys, only this once,
 * in two v1 calls to paste. If v1 has ended by the marketplace's clock, it says so instead.
 */
function announcementLines(sandbox: Sandbox, now: number): readonly string[] {
  const { origin, keys, isNew, v1Sunset } = sandbox;
  const ready = `lifeboat sandbox ready: ${origin}`;
  const end = new Date(v1Sunset).toISOString();
  const endNotice = `v1 has ended (${end}) and answers 410: --now 2025-11-01 starts the clock before that`;
  const hasEnded = now >= v1Sunset;
  if (!isNew) return keepPresentLines([ready, hasEnded && endNotice]);
  const calls = hasEnded ? [endNotice] : renderExampleCalls(origin, keys.v1, sandbox);
  return [ready, `v1 key: ${keys.v1}`, `v2 key: ${keys.v2}`, ...calls];
}
