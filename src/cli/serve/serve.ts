import type { Environment } from '../../config';
import type { Override } from '../../config/settingSources';
import { readConfig, warnings } from '../../config/readConfig';
import { renderConfigFault } from '../../config/configFaults';
import { contracts } from '../../contract/contracts';
import { redactedPaths } from '../../contract/secretNames';
import { createLogger } from '../../http/observability/logger';
import { type Closers, createClosers } from '../../runtime/closers';
import { connectionLimits, growSlowly, nodeWarning } from '../../runtime/processLimits';
import { exampleCalls } from '../sandbox/exampleCalls';
import type { ExitCode } from '../command';
import { lockStores } from '../../runtime/stores/lockStores';
import { start, type Started, type StartPlan } from '../../runtime/startGateway';
import { systemClock } from '../../runtime/systemClock';
import { type Terminal, untilSignal } from '../terminal';

/** The options of `lifeboat serve`. */
export interface ServeOptions {
  readonly config?: string;
  readonly port?: number;
  readonly adminPort?: number;
  readonly sandbox: boolean;
  readonly sandboxPort: number;
  readonly liveShapes: boolean;
  /** Processes that answer clients; one is this process itself. */
  readonly workers: number;
  /** Recording to add what v1 answers to. */
  readonly record?: string;
}

/** Starts one process or several. */
async function startWith(workers: number, plan: StartPlan, closers: Closers): ReturnType<typeof start> {
  const locked = await lockStores(plan.config, closers);
  if (!locked.ok) return locked;
  if (workers === 1) return start(plan, closers);
  const { startPrimary } = await import('../../runtime/cluster/startPrimary.js');
  return startPrimary(plan, workers, closers);
}

function overrides({ port, adminPort }: ServeOptions): Override[] {
  const given = (name: string, option: string, value: number | undefined) =>
    value === undefined ? [] : [{ name, option, value: String(value) }];
  return [...given('listen.port', '--port', port), ...given('admin.port', '--admin-port', adminPort)];
}

/** The one line that programs wait for, and for people two calls to paste. */
function announcement({ gateway, admin, sandbox }: Started): string[] {
  const ready = `lifeboat ready: gateway ${gateway} admin ${admin}`;
  if (sandbox === undefined) return [ready];
  const calls = exampleCalls({
    origin: gateway,
    // While v1 lives a stage may give a request to it, and it takes its own key only.
    key: systemClock.now() < sandbox.v1Sunset ? sandbox.keys.v1 : sandbox.keys.v2,
    login: sandbox.sampleLogin,
    currencyOfferId: sandbox.sampleCurrencyOfferId,
    game: sandbox.sampleCurrencyGame,
  });
  return [`${ready} sandbox ${sandbox.origin}`, ...calls];
}

/** Runs the gateway until a signal ends it: 0 after a clean end, 1 when it could not start. */
export async function serve(
  options: ServeOptions,
  environment: Environment,
  { write, complain, colour, interactive }: Terminal,
): Promise<ExitCode> {
  const signal = untilSignal(systemClock, () => process.exit(1));
  const ageing = nodeWarning(process.version);
  if (ageing !== undefined) complain(`warning: ${ageing}`);
  const { warning: fewFiles } = connectionLimits();
  if (fewFiles !== undefined) complain(`warning: ${fewFiles}`);
  const { config: file, sandbox, sandboxPort, liveShapes, workers, record } = options;
  const read = readConfig({ file, environment, overrides: overrides(options), sandbox });
  if (!read.ok) {
    for (const fault of read.faults) complain(renderConfigFault(fault, { colour }));
    return 1;
  }
  const { config } = read;
  growSlowly();
  for (const warning of warnings(config)) complain(`warning: ${warning}`);

  const redact = redactedPaths([...contracts.v1.values(), ...contracts.v2.values()]);
  const losses = { lines: 0 };
  const logger = createLogger({
    level: config.log.level,
    pretty: interactive,
    redact,
    clock: systemClock,
    lost: () => (losses.lines += 1),
  });
  const closers = createClosers((error) => logger.error({ err: error }, 'could not be closed'));
  const linesLost = (): number => losses.lines;
  const plan = { config, environment, sandboxPort, liveShapes, logger, linesLost, colour, record };
  const started = await startWith(workers, plan, closers);
  if (!started.ok) {
    for (const line of started.failure) complain(line);
    await closers.closeAll();
    return 1;
  }
  for (const line of announcement(started.value)) write(line);

  logger.info({ signal: await signal }, 'shutting down');
  await closers.closeAll();
  logger.info('closed');
  return 0;
}
