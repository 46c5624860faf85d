import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../contract/json';
import type { Fixture } from '../mapping/loadFixtures';
import type { Operation } from '../mapping/operation';
import { success } from '../translation/result';
import type { Answer } from './answer';
import type { Clock } from './clock';
import { createGateway } from './createGateway';
import type { Gateway } from './gateway';
import { passKeysOn } from './keys/passKeysOn';
import { problemAnswer, type ProblemCode } from './problems';
import type { Upstream, UpstreamRequest } from './upstream';

/** What a fixture expected and what came instead. */
export interface Difference {
  readonly fixture: string;
  readonly place: string;
  readonly what: string;
  readonly expected: unknown;
  readonly got: unknown;
}

/** Time stands still in a rehearsal: no deadline passes. */
const stillClock: Clock = { now: () => 0, schedule: () => () => undefined };

type Note = Pick<Difference, 'what' | 'expected' | 'got'>;

function sent({ method, path, body }: UpstreamRequest): unknown {
  return { method, path, ...(body === undefined ? {} : { body: JSON.parse(body) as Json }) };
}

/** An upstream that plays a fixture's answers in order and notes every call that is not the one expected. */
function scripted(fixture: Fixture, operation: Operation, notes: Note[]) {
  let calls = 0;
  const upstream: Upstream = (request) => {
    const script = fixture.upstream[calls];
    calls += 1;
    const method = script?.sends.body === undefined ? 'GET' : operation.v2.method;
    const expected = script === undefined ? 'no call' : { method, ...script.sends };
    const got = sent(request);
    if (!isDeepStrictEqual(got, expected)) notes.push({ what: `call ${calls} to v2`, expected, got });
    const { status, headers = {}, body } = script?.answers ?? { status: 500, body: null };
    return Promise.resolve(success({ status, headers, body: Buffer.from(JSON.stringify(body)) }));
  };
  return { upstream, calls: () => calls };
}

async function answerOf(gateway: Gateway, fixture: Fixture, operation: Operation): Promise<Answer> {
  const problem = (code: ProblemCode) => problemAnswer(code, 'rehearsal');
  const route = gateway.match(operation.v1.method, fixture.request.path);
  if (route === undefined) return problem('notFound');
  if (!route.ok) return problem(route.failure);
  const { body } = fixture.request;
  const handled = await gateway.handle({
    id: 'rehearsal',
    route: route.value,
    authorization: 'Bearer rehearsal',
    contentType: body === undefined ? undefined : 'application/json',
    body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
    gone: new AbortController().signal,
  });
  return handled.answer;
}

async function differences(fixture: Fixture, operations: readonly Operation[]): Promise<readonly Note[]> {
  const operation = operations.find(({ name }) => name === fixture.operation);
  if (operation === undefined) return [{ what: 'operation', expected: fixture.operation, got: 'not mapped' }];
  const notes: Note[] = [];
  const { upstream, calls } = scripted(fixture, operation, notes);
  const gateway = createGateway({
    operations,
    upstream,
    keys: passKeysOn,
    clock: stillClock,
    index: { secret: 'rehearsal', freshMs: 1, pageBudget: 100 },
    deadlineMs: 1,
    report: () => undefined,
  });
  const answer = await answerOf(gateway, fixture, operation);
  const got = { status: answer.status, body: JSON.parse(answer.body) as Json };
  if (!isDeepStrictEqual(got, fixture.gets)) notes.push({ what: 'answer', expected: fixture.gets, got });
  if (calls() < fixture.upstream.length) {
    notes.push({ what: 'calls to v2', expected: fixture.upstream.length, got: calls() });
  }
  return notes;
}

/** Plays every fixture through the whole gateway, only the network left out; answers what came out otherwise. */
export async function rehearse(
  fixtures: readonly Fixture[],
  operations: readonly Operation[],
): Promise<readonly Difference[]> {
  const all = fixtures.map(async (fixture) =>
    (await differences(fixture, operations)).map((note) => ({
      fixture: fixture.name,
      place: fixture.place,
      ...note,
    })),
  );
  return (await Promise.all(all)).flat();
}
