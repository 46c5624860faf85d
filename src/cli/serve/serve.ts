import type { Environment } from '../../config';
import { createLifeboat, type Lifeboat, StartError } from '../../index';
import { connectionLimits } from '../../runtime/processLimits';
import { systemClock } from '../../runtime/systemClock';
import { renderExampleCalls } from '../sandbox/exampleCalls';
import { nodeWarning } from '../doctor/supportedNode';
import { CommandEnd, type ExitCode, type Surroundings } from '../command';
import { waitForSignal } from '../terminal';
import { playTraffic, trafficSettings } from './playTraffic';
import { execFile } from 'node:child_process';

export interface ServeOptions {
  readonly config?: string;
  readonly port?: number;
  readonly adminPort?: number;
  readonly sandbox: boolean;
  readonly sandboxPort: number;
  readonly liveShapes: boolean;
  readonly traffic: boolean;
  readonly workers: number;
  readonly json: boolean;
}

/**
 * Announces the addresses: first the console's for people, who read along at a terminal or below `npm start`, then one
 * line that programs wait for, and two calls to paste.
 */
function announcementLines(
  { sandbox }: Pick<Lifeboat, 'sandbox'>,
  { gateway, admin }: Awaited<ReturnType<Lifeboat['listen']>>,
  { json, forPeople }: { readonly json: boolean; readonly forPeople: boolean },
): string[] {
  if (json) {
    const market = sandbox && { origin: sandbox.origin, keys: sandbox.keys };
    return [JSON.stringify({ gateway, admin, sandbox: market })];
  }
  const page = forPeople ? [`Open the console: ${admin}/`] : [];
  const ready = `lifeboat ready: gateway ${gateway} admin ${admin}`;
  if (sandbox === undefined) return [...page, ready];
  // While v1 lives, a stage may route a request to it, and v1 accepts only its own key.
  const key = systemClock.now() < sandbox.v1Sunset ? sandbox.keys.v1 : sandbox.keys.v2;
  return [...page, `${ready} sandbox ${sandbox.origin}`, ...renderExampleCalls(gateway, key, sandbox)];
}

/** Warns of later trouble: an old Node.js, few open files. */
function warnEarly(warn: (line: string) => void): void {
  const { warning: fewFiles } = connectionLimits();
  for (const line of [nodeWarning(process.version), fewFiles]) if (line !== undefined) warn(line);
}

/** Reason why a gateway ends. */
type Ending = { readonly signal: NodeJS.Signals } | { readonly because: 'uncaught error' };

const portsOf = (port: number | undefined, adminPort: number | undefined) => ({
  ...(port === undefined ? {} : { listen: { port } }),
  ...(adminPort === undefined ? {} : { admin: { port: adminPort } }),
});

/**
 * Runs the gateway until a signal ends it. Returns 0 after a clean end, 1 if it could not start or an uncaught error
 * has ended it.
 */
export async function serveUntilSignal(
  { port, adminPort, traffic, json, ...options }: ServeOptions,
  { environment: processEnvironment, terminal }: Surroundings,
): Promise<ExitCode> {
  const { write, complain, colour, interactive } = terminal;
  const signal = waitForSignal(systemClock, () => process.exit(1));
  let endProcess = (): void => undefined;
  const ending = Promise.race([
    signal.then((name) => ({ signal: name })),
    new Promise<Ending>((resolve) => (endProcess = () => resolve({ because: 'uncaught error' }))),
  ]);
  const warnPerson = (line: string): void => complain(`warning: ${line}`);
  warnEarly(warnPerson);
  const environment: Environment = {
    ...(traffic && trafficSettings(systemClock.now())),
    ...processEnvironment,
  };
  try {
    const lifeboat = await createLifeboat({
      ...options,
      ...portsOf(port, adminPort),
      colour,
      pretty: interactive && !json,
      reloadOnHangup: true,
      environment,
      warn: warnPerson,
      endProcess,
    });
    const listening = await lifeboat.listen();
    const forPeople = interactive || environment['npm_lifecycle_event'] === 'start';
    for (const line of announcementLines(lifeboat, listening, { json, forPeople })) write(line);
    const played = new AbortController();
    if (traffic) await playTraffic(lifeboat, listening.gateway, played.signal);
    await notifySystemd('ready', environment, warnPerson);
    const reason = await ending;
    played.abort();
    await Promise.all([notifySystemd('stopping', environment, warnPerson), lifeboat.close(reason)]);
    return 'signal' in reason ? 0 : 1;
  } catch (error) {
    throw error instanceof StartError ? new CommandEnd(error.reasons, 1) : error;
  }
}

/**
 * Sends the state of the service to systemd if the unit asks for it (`Type=notify`). Node has no datagrams on Unix
 * sockets, so systemd's own `systemd-notify` sends it, and the unit needs `NotifyAccess=all`. Resolves when it is sent.
 * `failed` receives the reason if it cannot be sent.
 */
export function notifySystemd(
  state: 'ready' | 'stopping',
  environment: Environment,
  failed: (reason: string) => void,
): Promise<void> {
  const { NOTIFY_SOCKET, PATH } = environment;
  if (NOTIFY_SOCKET === undefined || NOTIFY_SOCKET === '') return Promise.resolve();
  return new Promise((resolve) => {
    const env = { NOTIFY_SOCKET, PATH };
    execFile('systemd-notify', [`--${state}`], { env, timeout: 5_000 }, (error) => {
      if (error !== null) failed(`systemd was not notified (${state}): ${error.message}`);
      resolve();
    });
  });
}
