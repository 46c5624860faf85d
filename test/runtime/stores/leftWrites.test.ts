import { createUnsettledList } from '../../../src/runtime/stores/leftWrites.js';
import type { AmbiguousWrite } from '../../../src/cutover/cutoverStore.js';
import type { GatewayEvent } from '../../../src/gateway/gatewayEvents.js';
import type { UnsettledCall } from '../../../src/gateway/refusal.js';

type Write = Omit<AmbiguousWrite, 'at' | 'found' | 'closed'>;

const left = (number: number, more: Partial<UnsettledCall> = {}): UnsettledCall => ({
  requestId: 'r',
  resource: 'item-offer',
  operation: 'changeItemOfferStatuses',
  method: 'POST',
  path: `/v2/item-offers/${number}/archive`,
  problem: 'notFound',
  ambiguous: false,
  executed: false,
  caller: 'a',
  ...more,
});

function openList() {
  const undone: (readonly Write[])[] = [];
  const ambiguous: Write[] = [];
  const reports: GatewayEvent[] = [];
  const cutover = {
    undone: (writes: readonly Write[]) => Promise.resolve(void undone.push(writes)),
    ambiguous: (write: Write) => Promise.resolve(void ambiguous.push(write)),
  };
  return {
    reconcile: createUnsettledList(cutover, (event) => void reports.push(event)),
    undone,
    ambiguous,
    reports,
  };
}

describe('unsettled calls of a bulk change', () => {
  it('are listed in one transaction, with a notice for each ambiguous call', async () => {
    const { reconcile, undone, ambiguous } = openList();
    await reconcile([left(1), left(2, { ambiguous: true, problem: 'upstreamTimeout' }), left(3)]);
    expect(undone.map((writes) => writes.map(({ target }) => target))).toEqual([
      ['POST /v2/item-offers/1/archive', 'POST /v2/item-offers/3/archive'],
    ]);
    expect(ambiguous).toMatchObject([{ target: 'POST /v2/item-offers/2/archive', side: 'v2' }]);
  });

  it('are listed up to a thousand, and the others are reported', async () => {
    const { reconcile, undone, reports } = openList();
    await reconcile(Array.from({ length: 1_200 }, (_, number) => left(number)));
    expect(undone.map(({ length }) => length)).toEqual([1_000]);
    expect(reports).toMatchObject([{ kind: 'unsettled', left: 1_200, unlisted: 200 }]);
  });
});
