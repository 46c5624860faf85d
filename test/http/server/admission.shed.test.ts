import { createLoadShedder } from '../../../src/http/server/admission';
import { fakeClock } from '../../gateway/support/fakeClock';
import { type EdgeUnderTest, startEdge } from '../../support/edgeUnderTest';
import { ask, requestText, talk } from '../../support/talk';

const v1Headers = { deprecation: '@1764460800', link: '</guide>; rel="deprecation"' };
const keptEntry = { Connection: 'keep-alive' };

let edge: EdgeUnderTest | undefined;

afterEach(() => edge?.close());

/** An edge whose admission sheds every request, and the numbers that are reported of that. */
async function closed() {
  const clock = fakeClock();
  const pace = (refuse: () => void) => refuse();
  const counted: (readonly [string, number])[] = [];
  const onShed = (method: string, count: number) => void counted.push([method, count]);
  const { shed, stop } = createLoadShedder({ clock, v1Headers, pace, onShed });
  const nothing = () => undefined;
  const load = () => ({ active: 0, waiting: 0 });
  const admission = { admit: shed, pace, connected: nothing, answered: nothing, closing: nothing, load };
  edge = await startEdge({ admission });
  return { ...edge, clock, counted, stop };
}

describe('a shed request', () => {
  it('is refused in the shape of v1, with the time for a retry', async () => {
    const { origin, handled, v1, v2 } = await closed();
    const write = { method: 'PATCH', path: '/v1/things/1', body: '{"a":1}' };
    const { status, headers, body } = await ask(origin, write);
    expect([status, body]).toEqual([503, '{"message":"The service is busy. Try again later."}']);
    expect(headers).toMatchObject({
      'retry-after': '1',
      'content-type': 'application/json',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      ...v1Headers,
    });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await ask(origin, { path: '/v2/things' })).headers).not.toHaveProperty('deprecation');
    expect([handled.length, v1.requests.length, v2.requests.length]).toEqual([0, 0, 0]);
  });

  it('keeps its connection, whatever it still sends', async () => {
    const { origin } = await closed();
    const body = 'x'.repeat(300_000);
    const asked = [
      { method: 'POST', path: '/v1/things', body, headers: keptEntry },
      { method: 'HEAD', path: '/v1/things', headers: keptEntry },
      { path: '/v1/things' },
    ];
    const { wire } = await talk(origin, asked.map(requestText).join(''));
    expect(wire.match(/HTTP\/1\.1 503/g)).toHaveLength(3);
    expect(wire.match(/"message"/g)).toHaveLength(2);
  });

  it('is counted by method, and reported about once a second', async () => {
    const { origin, clock, counted, stop } = await closed();
    for (const method of ['GET', 'PATCH', 'GET', 'PROPFIND']) await ask(origin, { method, path: '/' });
    expect(counted).toEqual([]);
    clock.advance(1_000);
    expect(counted).toEqual([
      ['GET', 2],
      ['PATCH', 1],
      ['other', 1],
    ]);
    await ask(origin, { path: '/' });
    stop();
    expect(counted.slice(3)).toEqual([['GET', 1]]);
    expect(clock.pending()).toBe(0);
  });
});
