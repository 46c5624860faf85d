import { tail, type TailOptions } from '../../../src/cli/gateway/tailRequests.js';
import type { AccessEntry } from '../../../src/gateway/context.js';
import { createTail } from '../../../src/http/observability/requestTail.js';
import { openTestCutover } from '../../cutover/support/openTestCutover.ts';
import { openAdminPort } from '../../http/admin/support/openAdminPort.ts';
import { ran } from '../../support/recordingTerminal.ts';

const entry: AccessEntry = {
  requestId: 'r-1',
  method: 'GET',
  status: 200,
  milliseconds: 12.4,
  upstreamCalls: 1,
  route: '/v1/accounts/{id}',
  caller: '0123456789ab',
  servedBy: 'v2',
  stage: 'canary 5%',
};

/** Tails a gateway that handles these requests between two reads, and then ends. */
async function tailed(between: readonly AccessEntry[], options: Partial<TailOptions> = {}, colour = false) {
  const seenTail = createTail({
    clock: { now: () => Date.UTC(2025, 10, 20, 9, 14, 5, 123), steady: () => 0 },
  });
  const cutover = await openTestCutover({
    subject: { resources: [{ name: 'account', operations: ['getAccount'], epoch: '' }] },
  });
  await cutover.label('ffffffffffff', 'shop');
  const server = await openAdminPort(cutover, undefined, {
    openReads: true,
    parts: { tail: seenTail.read },
  });
  let looks = 0;
  const pause = (): Promise<boolean> => {
    looks += 1;
    if (looks === 1) for (const accessEntry of between) seenTail.add({ entry: accessEntry });
    return Promise.resolve(looks < 2);
  };
  const { code, out, err } = await ran((terminal) =>
    tail({ admin: server.origin, ...options }, { environment: {}, terminal: { ...terminal, colour } }, pause),
  );
  return { code, looks, out, err };
}

describe('lifeboat tail', () => {
  it('prints one line for each request as it comes', async () => {
    const rescued = {
      ...entry,
      status: 502,
      servedBy: 'v1',
      because: 'fallback',
      problem: 'upstreamTimeout',
    } as const;
    expect(await tailed([entry, { ...rescued, ambiguous: true }])).toMatchObject({
      code: 0,
      out: [
        '09:14:05.123  200    12 ms  v2  GET /v1/accounts/{id}  canary 5%  0123456789ab  r-1',
        '09:14:05.123  502    12 ms  v1  GET /v1/accounts/{id}  canary 5%  0123456789ab  (fallback)  upstreamTimeout  AMBIGUOUS  r-1',
      ],
    });
    const { out } = await tailed([entry, rescued], {}, true);
    expect(out.map((line) => line.startsWith('\u001b[31m'))).toEqual([false, true]);
  });

  it('filters, prints JSON for programs and ends after the given number', async () => {
    const failed = { ...entry, requestId: 'r-2', status: 503 };
    const { out, looks } = await tailed([entry, failed, failed], { status: '5xx', json: true, count: 1 });
    expect(out.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { requestId: 'r-2', upstreamCalls: 1 },
    ]);
    expect(looks).toBe(1);
  });

  it('names callers, and finds them by their names', async () => {
    const ofShop = { ...entry, caller: 'ffffffffffff' };
    const { out } = await tailed([entry, ofShop], { caller: 'shop' });
    expect(out).toEqual([expect.stringContaining('  shop (ffffffffffff)  ')]);
  });

  it('reports an unknown resource or operation instead of waiting forever', async () => {
    expect(await tailed([], { resource: 'acount' })).toMatchObject({
      code: 1,
      err: ['no resource acount; there are: account\n  = hint: did you mean "account"?'],
    });
    expect(await tailed([], { operation: 'getAcount' })).toMatchObject({
      code: 1,
      err: ['no operation getAcount; there are: getAccount\n  = hint: did you mean "getAccount"?'],
    });
    const both = { resource: 'account', operation: 'getAccount' };
    expect(await tailed([], both)).toMatchObject({ code: 0, err: [] });
  });

  it('says how many requests came too fast, and ends with 1 without a gateway', async () => {
    const { err } = await tailed(Array.from({ length: 12_000 }, () => entry));
    expect(err.join('')).toMatch(/^\d+ requests came too fast and are not shown$/);
    const alone = await ran((terminal) =>
      tail({ admin: 'http://127.0.0.1:1' }, { environment: {}, terminal }, () => Promise.resolve(false)),
    );
    expect(alone.code).toBe(1);
    expect(alone.err.join('')).toContain('is the gateway running?');
  });
});
