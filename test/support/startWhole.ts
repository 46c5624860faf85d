import { Writable } from 'node:stream';
import { createClosers } from '../../src/runtime/closers.js';
import { systemClock } from '../../src/runtime/systemClock.js';
import { compose, type Composed, type Listening } from '../../src/runtime/compose.js';
import type { Clock } from '../../src/contract/clock.js';
import { createLogger } from '../../src/http/observability/logger.js';
import { closeBehindTest } from './closeBehindTest.ts';
import { configFrom } from './configFrom.ts';

/** One line of the log. */
type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string };

/** Everything that `lifeboat serve` starts, in this process. */
export interface StartedWhole extends Listening, Pick<Composed, 'sandbox'> {
  readonly log: readonly LogLine[];
  /** The next line with this message, from the lines that no one has waited for yet. */
  readonly logged: (msg: string) => Promise<LogLine>;
  readonly close: () => Promise<void>;
}

function recorder() {
  const log: LogLine[] = [];
  let waiting: (() => void)[] = [];
  const takenMap = new Map<string, number>();
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      for (const line of chunk.toString().split('\n')) if (line !== '') log.push(JSON.parse(line) as LogLine);
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
      done();
    },
  });
  const logged = async (msg: string): Promise<LogLine> => {
    const number = takenMap.get(msg) ?? 0;
    takenMap.set(msg, number + 1);
    for (;;) {
      const line = log.filter((logLine) => logLine.msg === msg)[number];
      if (line !== undefined) return line;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  return { log, logged, destination };
}

/** Starts gateway and admin port on free ports; settings are environment variables, the clock the machine's unless given. */
export async function startWhole(
  environment: Readonly<Record<string, string>>,
  clock: Clock = systemClock,
): Promise<StartedWhole> {
  const base = { LIFEBOAT_LISTEN_PORT: '0', LIFEBOAT_ADMIN_PORT: '0', LIFEBOAT_STORE: 'memory' };
  const { log, logged, destination } = recorder();
  const logger = createLogger({ level: 'info', redact: [], clock }, destination);
  const closers = createClosers((error) => {
    throw error;
  });
  const plan = {
    config: configFrom({ ...base, ...environment }),
    environment,
    sandboxPort: 0,
    workers: 1,
    liveShapes: false,
    logger,
    colour: false,
    reloadOnHangup: true,
    clock,
  };
  const composed = await compose(plan, closers);
  if (!composed.ok) throw new Error(composed.failure.join('\n'));
  const listening = await composed.value.listen();
  if (!listening.ok) throw new Error(listening.failure.join('\n'));
  const { sandbox } = composed.value;
  return { ...listening.value, sandbox, log, logged, close: closeBehindTest(closers.closeAll) };
}
