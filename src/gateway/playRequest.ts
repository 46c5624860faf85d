import type { Json } from '../contract/json';
import type { FixtureCase } from '../mapping/fixture';
import type { Operation } from '../mapping/operation';
import type { Answer } from './answer';
import type { Clock } from './clock';
import { createGateway } from './createGateway';
import { passKeysOn } from './keys/passKeysOn';
import { problemAnswer, type ProblemCode } from './problems';
import type { Upstream } from './upstream';

/** Time stands still in a rehearsal: no deadline passes. */
const stillClock: Clock = { now: () => 0, steady: () => 0, schedule: () => () => undefined };

/** What became of a played request. */
export interface Played {
  readonly status: number;
  readonly body: Json;
  /** The operation that the request was routed to. */
  readonly operation?: string;
}

const readAnswer = ({ status, body }: Answer): Played => ({ status, body: JSON.parse(body) as Json });

/** Plays one v1 request through a whole gateway of its own; only the network and the clock are left out. */
export async function playRequest(
  request: FixtureCase['request'],
  operations: readonly Operation[],
  upstream: Upstream,
): Promise<Played> {
  const problem = (code: ProblemCode) => readAnswer(problemAnswer(code, 'rehearsal'));
  const gateway = createGateway({
    operations,
    upstream,
    keys: passKeysOn,
    guestKey: 'guest',
    clock: stillClock,
    index: { secret: 'rehearsal', freshMs: 1, pageBudget: 100 },
    deadlineMs: 1,
    report: () => undefined,
  });
  const { method, path, keyless, body } = request;
  const route = gateway.match(method, path);
  if (route === undefined) return problem('notFound');
  if (!route.ok) return problem(route.failure);
  const { answer } = await gateway.handle({
    id: 'rehearsal',
    route: route.value,
    authorization: keyless === true ? undefined : 'Bearer rehearsal',
    contentType: body === undefined ? undefined : 'application/json',
    body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
    gone: new AbortController().signal,
  });
  return { ...readAnswer(answer), operation: route.value.operation.name };
}
