import { closeStaged, failed, staged, write } from '../support/stagedEdge.ts';
import { ask } from '../support/talk.ts';
import { answering } from '../support/upstream.ts';

afterEach(closeStaged);

describe('a write that v2 refuses by its rate limit', () => {
  it.each([
    ['v1 takes it', 200, ['rateLimited'], { failed: true, write: 'limited', rescue: 'answered' }],
    ['v1 refuses it too', 422, ['rateLimited'], { failed: false, refused: false }],
    ['v1 is not asked, as is set', 429, undefined, { failed: false, refused: true, write: 'limited' }],
  ] as const)('counts against v2 unless v1 refuses it too: %s', async (_what, status, v1Takes, counted) => {
    const { edge, served } = await staged({ v1Takes }, failed('refused', 'rateLimited'));
    edge.v1.play(answering(status, '{}'));
    expect((await ask(edge.origin, write)).status).toBe(status);
    expect(served).toMatchObject([{ side: 'v2', signature: 'rateLimited', ...counted }]);
    expect(edge.v1.requests).toHaveLength(v1Takes === undefined ? 0 : 1);
  });

  it("counts neither against v1 nor against v2 if the limit is the operator's own", async () => {
    const ownEntry = { ...failed('refused', 'rateLimited'), upstreamCalls: 0 };
    const { edge, served } = await staged({ v1Takes: ['rateLimited'] }, ownEntry);
    expect((await ask(edge.origin, write)).status).toBe(429);
    expect(served).toMatchObject([{ failed: false, refused: false }]);
    expect(edge.v1.requests).toEqual([]);
  });
});
