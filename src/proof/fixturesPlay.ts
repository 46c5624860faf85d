import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../contract/json';
import type { Fixture, FixtureCase } from '../mapping/yaml/fixtureFile';
import type { HeaderTreatment, NamedHeaders, Operation } from '../mapping/compile/compiledOperation';
import { bodyValue, type Answer, problemAnswer, type ProblemCode } from '../gateway/problems';
import type { Clock } from '../contract/clock';
import { createGateway } from '../gateway/createGateway';
import { passKeysOn } from '../gateway/keys/clientKeys';
import type { Upstream, UpstreamRequest } from '../gateway/upstream';
import { definedMembers, success } from '../contract/result';
import type { Script } from './witnesses/scenes';

/** A stopped clock: no deadline passes while fixtures are played. */
const stillClock: Clock = { now: () => 0, steady: () => 0, schedule: () => () => undefined };

/** Reads an answer, with the headers that its mapping shows. */
function readAnswer(answer: Answer, { shown }: Pick<HeaderTreatment, 'shown'> = { shown: [] }) {
  const names = shown.map(([name]) => name).filter((name) => answer.headers[name] !== undefined);
  const headers = Object.fromEntries(names.map((name) => [name, answer.headers[name] ?? '']));
  const shownHeaders = names.length > 0 ? headers : undefined;
  return definedMembers({ status: answer.status, headers: shownHeaders, body: bodyValue(answer) });
}

const loweredHeaders = (headers: NamedHeaders): NamedHeaders =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Plays one v1 request through a separate whole gateway; only the network and the clock are replaced. */
async function playRequest(
  request: FixtureCase['request'],
  operations: readonly Operation[],
  upstream: Upstream,
): Promise<ReturnType<typeof readAnswer> & { readonly operation?: string }> {
  const problem = (code: ProblemCode) => readAnswer(problemAnswer(code, 'rehearsal'));
  const gateway = createGateway({
    operations,
    upstream,
    keys: passKeysOn,
    guestKey: 'guest',
    clock: stillClock,
    index: { secret: 'rehearsal', freshMs: 1, pageBudget: 100, mostAtHand: 100 },
    deadlineMs: 1,
    report: () => undefined,
  });
  const { method, path, keyless, headers = {}, body } = request;
  const route = gateway.match(method, path);
  if (route === undefined) return problem('notFound');
  if (!route.ok) return problem(route.failure);
  const { answer } = await gateway.handle({
    id: 'rehearsal',
    route: route.value,
    authorization: keyless === true ? undefined : 'Bearer rehearsal',
    contentType: body === undefined ? undefined : 'application/json',
    clientHeaders: loweredHeaders(headers),
    body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
    cancel: new AbortController().signal,
  });
  const { operation } = route.value;
  return { ...readAnswer(answer, operation.headers), operation: operation.name };
}

/** One difference between a fixture and the played request. */
export interface FixtureDifference {
  readonly fixture: string;
  readonly place: string;
  readonly what: string;
  readonly expected: unknown;
  readonly got: unknown;
}

type Note = Pick<FixtureDifference, 'what' | 'expected' | 'got'>;

const sentCall = ({ method, path, carried = {}, body }: UpstreamRequest) => ({
  method,
  path,
  ...(Object.keys(carried).length > 0 && { headers: carried }),
  ...(body && { body: JSON.parse(body.toString()) as Json }),
});

/** Makes an upstream that plays a fixture's answers in order and notes every unexpected call. */
function scripted(fixture: Fixture, notes: Note[]) {
  let calls = 0;
  const upstream: Upstream = (request) => {
    const script = fixture.upstream[calls];
    calls += 1;
    const expected = script?.sends ?? 'no call';
    const got = sentCall(request);
    if (!isDeepStrictEqual(got, expected)) notes.push({ what: `call ${calls} to v2`, expected, got });
    const { status, headers = {}, body } = script?.answers ?? { status: 500, body: null };
    return Promise.resolve(success({ status, headers, body: Buffer.from(JSON.stringify(body)) }));
  };
  return { upstream, calls: () => calls };
}

/** Plays one fixture through the whole gateway and returns the differences. */
export async function playFixture(
  fixture: Fixture,
  operations: readonly Operation[],
): Promise<readonly FixtureDifference[]> {
  const notes: Note[] = [];
  const { upstream, calls } = scripted(fixture, notes);
  if (!operations.some(({ name, resource }) => name === fixture.operation && resource === fixture.resource)) {
    const expected = `${fixture.operation} of ${fixture.resource}`;
    notes.push({ what: 'operation', expected, got: 'not mapped' });
  }
  const { operation = fixture.operation, ...got } = await playRequest(fixture.request, operations, upstream);
  if (operation !== fixture.operation) {
    notes.push({ what: 'operation', expected: fixture.operation, got: operation });
  }
  if (!isDeepStrictEqual(got, fixture.gets)) notes.push({ what: 'answer', expected: fixture.gets, got });
  if (calls() < fixture.upstream.length) {
    notes.push({ what: 'calls to v2', expected: fixture.upstream.length, got: calls() });
  }
  return notes.map((note) => ({ fixture: fixture.name, place: fixture.place, ...note }));
}

/** Plays every fixture and returns all differences. */
export async function rehearse(
  fixtures: readonly Fixture[],
  operations: readonly Operation[],
): Promise<readonly FixtureDifference[]> {
  return (await Promise.all(fixtures.map((fixture) => playFixture(fixture, operations)))).flat();
}

/** Plays a script through the whole gateway and records the calls to v2 and the answer to the client. */
export async function recordFixture(
  { name, drift, request, answer }: Script,
  operation: string,
  operations: readonly Operation[],
): Promise<FixtureCase> {
  const upstream: FixtureCase['upstream'] = [];
  const record: Upstream = (request) => {
    const answers = answer(request.path, request.method);
    const { headers = {} } = answers;
    upstream.push({ sends: sentCall(request), answers });
    return Promise.resolve(success({ ...answers, headers, body: Buffer.from(JSON.stringify(answers.body)) }));
  };
  const { status, headers, body } = await playRequest(request, operations, record);
  const gets = definedMembers({ status, headers, body });
  return { name, operation, ...definedMembers({ drift }), request, upstream, gets };
}

/** Plays fixtures up to the first difference, which is enough to know that they notice a change. */
export async function firstDifference(
  fixtures: readonly Fixture[],
  operations: readonly Operation[],
): Promise<FixtureDifference | undefined> {
  for (const fixture of fixtures) {
    const [difference] = await playFixture(fixture, operations);
    if (difference !== undefined) return difference;
  }
  return undefined;
}
