import type { Clock } from '../../../../src/contract/clock.js';
import { type AdminOptions, createAdminApp } from '../../../../src/http/admin/adminApp.js';
import { createDoor, type DoorOptions } from '../../../../src/http/admin/door.js';
import { type Edge, serverLimits } from '../../../../src/http/server/openServer.js';
import { type RunningServer, startServer } from '../../../../src/http/server/startServer.js';
import type { Cutover } from '../../../../src/cutover/cutover.js';
import type { OperatorParts } from '../../../../src/operator/operatorParts.js';
import { openAccessTokens } from '../../../../src/runtime/admin/accessTokens.js';
import { closeBehindTest } from '../../../support/closeBehindTest.ts';
import { realClock } from '../../../support/realClock.ts';
import { ask } from '../../../support/talk.ts';

/** Token of the settings, whose name is admin. */
export const TOKEN = 'a-token-of-more-than-thirty-two-characters';

/** Opens a door with the token of the settings, or none (empty), and the tokens of a file. */
export function doorWith(
  token: string | undefined,
  { file, ...more }: Partial<DoorOptions> & { readonly file?: string } = {},
) {
  const complain = () => undefined;
  const setting = token === '' ? undefined : token;
  const tokens = openAccessTokens({ setting, file, complain });
  return { tokens, door: createDoor({ tokens, openReads: false, clock: realClock, ...more }) };
}

interface PortOptions extends Partial<DoorOptions> {
  readonly file?: string;
  readonly parts?: Partial<OperatorParts>;
  readonly pages?: AdminOptions['pages'];
  readonly openChanges?: boolean;
  /** Clock of the console; absent: the real one. */
  readonly consoleClock?: Clock;
}

/** Makes an admin port with the operator's table over a cutover. */
export function adminEdge(cutover: Cutover, token: string | undefined = TOKEN, options: PortOptions = {}) {
  const { parts, pages = {}, openChanges = false, consoleClock: clock = realClock, ...doorOptions } = options;
  const { tokens, door } = doorWith(token, doorOptions);
  const wholeOperatorParts: OperatorParts = {
    cutover,
    tokens,
    comparison: undefined,
    faults: undefined,
    trials: undefined,
    now: realClock.now,
    usage: { answer: () => Promise.reject(new Error('no usage')) },
    sideBySide: () => [],
    alarmAnchor: (kind) => kind,
    mapped: () => ({ hash: 'm', files: { kind: 'checking' }, ledgers: [] }),
    indexes: () => Promise.resolve([]),
    unlisted: () => Promise.resolve([]),
    drift: () => Promise.reject(new Error('no drift')),
    eventsAgain: undefined,
    tail: () => Promise.resolve({ requests: [], next: 1, lost: 0 }),
    ...parts,
  };
  return createAdminApp({
    isReady: () => true,
    mappings: () => 'm',
    pages,
    operator: { parts: wholeOperatorParts, version: '1', openChanges, clock },
    door,
    degraded: () => cutover.alarms.current().map(({ text }) => text),
  });
}

/** Starts an admin port with the operator's table over a cutover. */
export async function openAdminPort(
  cutover: Cutover & { readonly clock: { readonly now: () => number } },
  token: string | undefined = TOKEN,
  { parts, ...options }: PortOptions = {},
): Promise<RunningServer> {
  return startEdge(adminEdge(cutover, token, { ...options, parts: { now: cutover.clock.now, ...parts } }));
}

/** Opens admin ports with the token of the settings; returns the origin of each. */
export const adminPorts =
  () =>
  async (cutover: Parameters<typeof openAdminPort>[0], options: PortOptions = {}): Promise<string> =>
    (await openAdminPort(cutover, TOKEN, options)).origin;

async function startEdge(edge: Edge): Promise<RunningServer> {
  const local = { host: '127.0.0.1', port: 0, tls: undefined, limits: serverLimits, clock: realClock };
  const started = await startServer({ edge, ...local });
  if (!started.ok) throw new Error(started.failure.message);
  closeBehindTest(() => started.value.close(0));
  return started.value;
}

/** Starts an admin port without the operator's table. */
export const startAdminApp = (
  options: Partial<AdminOptions> & Pick<AdminOptions, 'door'>,
): Promise<RunningServer> =>
  startEdge(createAdminApp({ isReady: () => true, mappings: () => '', pages: {}, ...options }));

/** Asks an admin port with the token of the settings; with a body it is an action. */
export const askAdmin = (
  origin: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
) =>
  ask(origin, {
    path,
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });

/** Asks the admin API in the same way, and reads its JSON. */
export async function callApi(...[origin, path, body, headers]: Parameters<typeof askAdmin>) {
  const answer = await askAdmin(origin, `/api${path}`, body, headers);
  return { ...answer, body: answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown) };
}
