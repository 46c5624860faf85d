import { callUpstream, createUpstreamWatch } from '../../src/gateway/upstream.js';
import { type Caller, digestKey, exchangeKeys } from '../../src/gateway/keys/clientKeys.js';
import type { Method } from '../../src/mapping/compile/compiledOperation.js';
import { answers, fails } from './support/answers.ts';
import { scriptedUpstream } from './support/scriptedUpstream.ts';

const GOOD = answers(200, {});
const REFUSED = answers(401, {});

function callerWith(...v2: [string, string?]): Caller {
  const caller = exchangeKeys([{ v1: digestKey('old'), v2 }]).identify('Bearer old');
  if (caller === undefined) throw new Error('the key is in the table');
  return caller;
}

async function call(method: Method, caller: Caller, ...script: Parameters<typeof scriptedUpstream>) {
  const { upstream, requests } = scriptedUpstream(...script);
  let counted = 0;
  let endedAt = 0;
  const count = { beginCall: () => (counted += 1), endCall: () => void (endedAt += 1) };
  const context = { id: 'r-1', caller, deadlineAt: 5_000, watch: () => undefined, ...count };
  const outcome = await callUpstream(upstream, context, { method, path: '/v2/x' });
  expect([counted, endedAt]).toEqual([requests.length, requests.length]);
  const tried = requests.map(({ authorization }) => authorization?.replace('Bearer ', ''));
  return { outcome, tried };
}

describe('callUpstream', () => {
  const failuresBefore = [fails('unreachable', false), fails('reset', false)];
  const failuresAfter = [fails('unreachable', true), fails('reset', true)];
  const final = (['truncated', 'malformed', 'encoded', 'tooLarge', 'timeout', 'cancelled'] as const).map(
    (kind) => fails(kind, true),
  );
  const queued = [fails('overloaded', false), fails('timeout', false)];

  it.each([...failuresBefore, ...failuresAfter])('reads again if no answer had begun: %j', async (fault) => {
    expect(await call('GET', callerWith('a'), fault, GOOD)).toEqual({ outcome: GOOD, tried: ['a', 'a'] });
    expect(await call('GET', callerWith('a'), fault, fault)).toEqual({ outcome: fault, tried: ['a', 'a'] });
  });

  describe.each(['POST', 'PATCH', 'DELETE'] as const)('for a %s', (method) => {
    it.each(failuresBefore)('writes again if no byte was sent: %j', async (fault) => {
      expect(await call(method, callerWith('a'), fault, GOOD)).toEqual({ outcome: GOOD, tried: ['a', 'a'] });
      expect(await call(method, callerWith('a'), fault, fault)).toEqual({
        outcome: fault,
        tried: ['a', 'a'],
      });
    });

    it.each([...failuresAfter, ...final])('never writes again once a byte was sent: %j', async (fault) => {
      expect(await call(method, callerWith('a', 'b'), fault)).toEqual({ outcome: fault, tried: ['a'] });
    });
  });

  it.each([...final, ...queued])('does not read again after %j', async (fault) => {
    expect(await call('GET', callerWith('a', 'b'), fault)).toEqual({ outcome: fault, tried: ['a'] });
  });

  it.each([400, 403, 404, 408, 409, 422, 425, 429, 500, 502, 503, 504])(
    'never retries the status %d',
    async (status) => {
      const outcome = answers(status, {});
      for (const method of ['GET', 'PATCH'] as const) {
        expect(await call(method, callerWith('a', 'b'), outcome)).toEqual({ outcome, tried: ['a'] });
      }
    },
  );

  describe('during a key rotation', () => {
    it.each(['GET', 'PATCH'] as const)(
      'repeats a %s once with the second key after a 401',
      async (method) => {
        const caller = callerWith('a', 'b');
        expect(await call(method, caller, REFUSED, GOOD)).toEqual({ outcome: GOOD, tried: ['a', 'b'] });
      },
    );

    it('tries the last working key first', async () => {
      const caller = callerWith('a', 'b');
      await call('GET', caller, REFUSED, GOOD);
      expect((await call('GET', caller, GOOD)).tried).toEqual(['b']);
      expect((await call('GET', caller, REFUSED, GOOD)).tried).toEqual(['b', 'a']);
      expect((await call('GET', caller, GOOD)).tried).toEqual(['a']);
    });

    it('keeps a valid key that lacks a permission', async () => {
      const caller = callerWith('a', 'b');
      await call('GET', caller, REFUSED, answers(403, {}));
      expect((await call('GET', caller, GOOD)).tried).toEqual(['b']);
    });

    it('gives up if both keys are refused, and remembers neither', async () => {
      const caller = callerWith('a', 'b');
      expect(await call('PATCH', caller, REFUSED, REFUSED)).toEqual({ outcome: REFUSED, tried: ['a', 'b'] });
      expect((await call('GET', caller, GOOD)).tried).toEqual(['a']);
    });

    it('does not remember a key without a complete answer', async () => {
      const caller = callerWith('a', 'b');
      const cut = fails('truncated', true);
      expect((await call('PATCH', caller, REFUSED, cut)).outcome).toEqual(cut);
      expect((await call('GET', caller, GOOD)).tried).toEqual(['a']);
    });

    it('reads at most once more in total', async () => {
      const fault = fails('reset', true);
      const { tried } = await call('GET', callerWith('a', 'b'), fault, REFUSED, fault);
      expect(tried).toEqual(['a', 'a', 'b']);
    });

    it('does not repeat with a single key', async () => {
      expect((await call('GET', callerWith('a'), REFUSED)).outcome).toEqual(REFUSED);
    });
  });
});

describe('a watched upstream', () => {
  it('is away after five calls in a row without an answer, and back with the first answer of any status', () => {
    const watched = createUpstreamWatch();
    const outcomeAfter = (outcome: Parameters<typeof watched.noteOutcome>[0], times = 1) => {
      for (let time = 0; time < times; time += 1) watched.noteOutcome(outcome);
      return watched.awayReason();
    };
    expect(watched.awayReason()).toBeUndefined();
    expect(outcomeAfter(fails('timeout', true), 4)).toBeUndefined();
    expect(outcomeAfter(answers(500, {}))).toBeUndefined();
    expect(outcomeAfter(fails('reset', true), 4)).toBeUndefined();
    expect(outcomeAfter(fails('overloaded', false), 9)).toBeUndefined();
    expect(outcomeAfter(fails('cancelled', true), 9)).toBeUndefined();
    expect(outcomeAfter(fails('unreachable', false))).toBe('unreachable');
    expect(outcomeAfter(answers(503, {}))).toBeUndefined();
  });
});
