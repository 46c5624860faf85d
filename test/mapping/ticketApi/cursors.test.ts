import { startUpstream } from '../../support/upstream.ts';
import { startCursorPair, v2Script } from '../support/cursorPair.ts';

const all = [51, 52, 53, 54, 55, 56];
const moveTo = (kind: 'v1' | 'shadow' | 'v2') => ({ kind: 'move', to: { kind } }) as const;

type Pair = Awaited<ReturnType<typeof startCursorPair>>;

let pair: Pair;
const start = async (...settings: Parameters<typeof startCursorPair>): Promise<Pair> =>
  (pair = await startCursorPair(...settings));
afterEach(() => pair.close());

/** The pages after the first that an API was asked for. */
const laterPages = ({ requests }: Pair['v1']): readonly string[] =>
  requests.map(({ path }) => path).filter((path) => /[?&](?:cursor|after)=/.test(path));

/** Reads a list to its end, with something done after its first page. */
async function walk({ read }: Pair, meanwhile: () => Promise<unknown>) {
  const first = await read();
  await meanwhile();
  const [ids, sides] = [[...first.ids], [first.by]];
  let { next } = first;
  while (next !== null && next !== undefined && ids.length < 20) {
    const page = await read(next);
    ids.push(...page.ids);
    sides.push(page.by);
    next = page.next;
  }
  return { ids, sides: sides.join() };
}

describe('a list whose pages both APIs name', () => {
  it('is read to its end on v2 where it began there, whatever the stage is by then', async () => {
    const { change } = await start();
    expect(await walk(pair, () => change(moveTo('v1')))).toEqual({ ids: all, sides: 'v2,v2,v2' });
  });

  it('is read to its end on v1 where it began there, whatever the stage is by then', async () => {
    const { change } = await start({ environment: { LIFEBOAT_CUTOVER_START: 'v1' } });
    expect(await walk(pair, () => change(moveTo('v2')))).toEqual({ ids: all, sides: 'v1,v1,v1' });
  });

  it('is to be asked for again while v2 is away, and goes on where it was', async () => {
    const { v1, v2, read } = await start();
    const { next } = await read();
    await v2.close();
    const answer = await read(next);
    expect(answer).toMatchObject({ status: 503, by: 'v2', headers: { 'retry-after': '5' } });
    expect(answer.body).toContain('The next page cannot be read for now. Try again later.');
    expect(laterPages(v1)).toEqual([]);
    // A new list begins on v1, and stays there.
    expect(await walk(pair, () => Promise.resolve())).toEqual({ ids: all, sides: 'v1,v1,v1' });
    const back = await startUpstream(v2Script, Number(new URL(v2.origin).port));
    expect((await read(next)).ids).toEqual([53, 54]);
    await back.close();
  });

  it('is no longer answered by a v2 that is killed, and not by v1 either', async () => {
    const { v1, v2, read, change } = await start();
    const { next } = await read();
    await change({ kind: 'kill' });
    expect(await read(next)).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    expect([v1, v2].flatMap(laterPages)).toEqual([]);
  });

  it('is compared by its first page alone', async () => {
    const { v2, read, change } = await start({ environment: { LIFEBOAT_CUTOVER_START: 'v1' } });
    await change(moveTo('shadow'));
    expect(await read('52')).toMatchObject({ by: 'v1', ids: [53, 54] });
    await read();
    while (v2.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(v2.requests.map(({ path }) => path)).toEqual(['/v2/new-comments?take=2']);
  });

  it('is refused with a cursor of v1 once v1 has ended', async () => {
    const { v1, v2, read } = await start({ environment: { LIFEBOAT_SUNSET: '2020-01-01T00:00:00Z' } });
    expect((await read('v2.')).status).toBe(422);
    const answer = await read('52');
    expect(answer.status).toBe(422);
    expect(answer.body).toContain('The selected cursor is invalid: begin with the first page.');
    expect([...v1.requests, ...v2.requests]).toEqual([]);
    expect(await walk(pair, () => Promise.resolve())).toEqual({ ids: all, sides: 'v2,v2,v2' });
  });

  it('is told apart by the cursors where v1 gives them as numbers', async () => {
    const profile =
      "name: Tickets\nv1: { paging: { next: '' }, nextPage: { number: pages.start } }\nv2: {}\n";
    const { read, change } = await start({ profile });
    expect((await read()).next).toBe(9_000_000_000_000_053);
    expect(await walk(pair, () => change(moveTo('v1')))).toEqual({ ids: all, sides: 'v2,v2,v2' });
    expect(await walk(pair, () => change(moveTo('v2')))).toEqual({ ids: all, sides: 'v1,v1,v1' });
  });
});
