import { isDeepStrictEqual } from 'node:util';
import type { Json } from '../contract/json';
import type { Fixture } from '../mapping/loadFixtures';
import type { Operation } from '../mapping/operation';
import { success } from '../translation/result';
import { playRequest } from './playRequest';
import type { Upstream, UpstreamRequest } from './upstream';

/** What a fixture expected and what came instead. */
export interface Difference {
  readonly fixture: string;
  readonly place: string;
  readonly what: string;
  readonly expected: unknown;
  readonly got: unknown;
}

type Note = Pick<Difference, 'what' | 'expected' | 'got'>;

function sent({ method, path, body }: UpstreamRequest): unknown {
  return { method, path, ...(body === undefined ? {} : { body: JSON.parse(body) as Json }) };
}

/** An upstream that plays a fixture's answers in order and notes every call that is not the one expected. */
function scripted(fixture: Fixture, notes: Note[]) {
  let calls = 0;
  const upstream: Upstream = (request) => {
    const script = fixture.upstream[calls];
    calls += 1;
    const expected = script?.sends ?? 'no call';
    const got = sent(request);
    if (!isDeepStrictEqual(got, expected)) notes.push({ what: `call ${calls} to v2`, expected, got });
    const { status, headers = {}, body } = script?.answers ?? { status: 500, body: null };
    return Promise.resolve(success({ status, headers, body: Buffer.from(JSON.stringify(body)) }));
  };
  return { upstream, calls: () => calls };
}

/** Plays one fixture through the whole gateway, only the network left out; answers what came out otherwise. */
export async function playFixture(
  fixture: Fixture,
  operations: readonly Operation[],
): Promise<readonly Difference[]> {
  const notes: Note[] = [];
  const { upstream, calls } = scripted(fixture, notes);
  if (!operations.some(({ name }) => name === fixture.operation)) {
    notes.push({ what: 'operation', expected: fixture.operation, got: 'not mapped' });
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
