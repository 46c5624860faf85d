import type { Environment } from '../../config';
import { createLifeboat, type Lifeboat, StartError } from '../../index';
import { connectionLimits, growSlowly, nodeWarning } from '../../runtime/processLimits';
import { systemClock } from '../../runtime/systemClock';
import { exampleCalls } from '../sandbox/exampleCalls';
import type { ExitCode } from '../command';
import { type Terminal, untilSignal } from '../terminal';
import { notifySystemd } from './notifySystemd';

/** Options of `lifeboat serve`. */
export interface ServeOptions {
  readonly config?: string;
  readonly port?: number;
  readonly adminPort?: number;
  readonly sandbox: boolean;
  readonly sandboxPort: number;
  readonly liveShapes: boolean;
  /** Number of processes that answer clients; 1 is this process alone. */
  readonly workers: number;
  /** File of the recording that v1's answers are added to. */
  readonly record?: string;
}

/** Announces the addresses: one line that programs wait for, and two calls for people to paste. */
function announcement(
  { sandbox }: Pick<Lifeboat, 'sandbox'>,
  { gateway, admin }: Awaited<ReturnType<Lifeboat['listen']>>,
): string[] {
  const ready = `lifeboat ready: gateway ${gateway} admin ${admin}`;
  if (sandbox === undefined) return [ready];
  const calls = exampleCalls({
    origin: gateway,
    // While v1 lives a stage may route a request to it, and v1 accepts only its own key.
    key: systemClock.now() < sandbox.v1Sunset ? sandbox.keys.v1 : sandbox.keys.v2,
    login: sandbox.sampleLogin,
    currencyOfferId: sandbox.sampleCurrencyOfferId,
    game: sandbox.sampleCurrencyGame,
  });
  return [`${ready} sandbox ${sandbox.origin}`, ...calls];
}

/** Runs the gateway until a signal ends it: 0 after a clean end, 1 when it could not start. */
export async function serve(
  { port, adminPort, ...options }: ServeOptions,
  environment: Environment,
  { write, complain, colour, interactive }: Terminal,
): Promise<ExitCode> {
  const signal = untilSignal(systemClock, () => process.exit(1));
  const warn = (line: string): void => complain(`warning: ${line}`);
  const ageing = nodeWarning(process.version);
  if (ageing !== undefined) warn(ageing);
  const { warning: fewFiles } = connectionLimits();
  if (fewFiles !== undefined) warn(fewFiles);
  growSlowly();
  const ports = {
    ...(port === undefined ? {} : { listen: { port } }),
    ...(adminPort === undefined ? {} : { admin: { port: adminPort } }),
  };
  try {
    const given = {
      ...options,
      ...ports,
      environment,
      warn,
      colour,
      pretty: interactive,
      reloadOnHangup: true,
    };
    const lifeboat = await createLifeboat(given);
    for (const line of announcement(lifeboat, await lifeboat.listen())) write(line);
    await notifySystemd('ready', environment, warn);
    const ended = await signal;
    await Promise.all([notifySystemd('stopping', environment, warn), lifeboat.close({ signal: ended })]);
    return 0;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    for (const line of error.reasons) complain(line);
    return 1;
  }
}
