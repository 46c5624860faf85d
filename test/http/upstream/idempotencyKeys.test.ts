import type { UpstreamRequest } from '../../../src/gateway/upstream';
import { createUpstream } from '../../../src/http/upstream/upstreamClient';
import { upstreamLimits } from '../../../src/http/upstream/upstreamLimits';
import { realClock } from '../../support/realClock';
import { answering, startUpstream } from '../../support/upstream';

const write: UpstreamRequest = {
  method: 'PATCH',
  path: '/v2/account-offers/1',
  body: '{}',
  requestId: 'r-1',
  deadlineAt: realClock.steady() + 60_000,
};

/** The keys that an upstream is shown with these calls. */
async function keysOf(calls: readonly UpstreamRequest[], idempotencyKeys: boolean) {
  const upstream = await startUpstream(answering(200, '{}'));
  const { origin } = upstream;
  const client = createUpstream({ origin, clock: realClock, limits: upstreamLimits, idempotencyKeys });
  for (const request of calls) await client.call(request);
  await client.close();
  await upstream.close();
  return upstream.requests.map(({ headers }) => headers['idempotency-key']);
}

describe('Idempotency-Key (draft-ietf-httpapi-idempotency-key-header 2)', () => {
  it('is a separate String for each write, and the same for a repeated write', async () => {
    const next: UpstreamRequest = { ...write, path: '/v2/account-offers/2' };
    const [firstText, repeated, second] = await keysOf(
      [write, write, next, { ...write, requestId: 'r-2' }],
      true,
    );
    expect(firstText).toMatch(/^"[0-9a-f]{32}"$/);
    expect(repeated).toBe(firstText);
    expect(second).not.toBe(firstText);
  });

  it('is not sent with a read, nor with a write if v2 does not honour it', async () => {
    expect(await keysOf([{ ...write, method: 'GET', body: undefined }], true)).toEqual([undefined]);
    expect(await keysOf([write], false)).toEqual([undefined]);
  });
});
