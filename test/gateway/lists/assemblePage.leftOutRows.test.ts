import type { JsonObject } from '../../../src/contract/json.js';
import type { GatewayEvent } from '../../../src/gateway/gatewayEvents.js';
import type { Upstream } from '../../../src/gateway/upstream.js';
import { answers } from '../support/answers.ts';
import { fakeClock } from '../support/fakeClock.ts';
import { idsIn, metaOf, upTo } from '../support/pagedMarket.ts';
import { itemOffer, shippedGateway } from '../support/shippedGateway.ts';

describe('a v1 page with a row that cannot be translated', () => {
  const broken = (id: number): JsonObject => ({ ...itemOffer(id), price_eur: null });
  const page = (numbers: readonly number[], total: number, number = 1) => ({
    data: numbers.map((id) => (id % 7 === 0 ? broken(id) : itemOffer(id))),
    meta: { current_page: number, last_page: Math.ceil(total / 50), per_page: 50, total },
  });
  const upstream: Upstream = ({ path }) => {
    const number = Number(new URL(path, 'http://market').searchParams.get('page'));
    return Promise.resolve(answers(200, page(upTo(120).slice((number - 1) * 50, number * 50), 120, number)));
  };

  it('is refused, and the log names the row, its id and the place', async () => {
    const { answer, refusal } = await shippedGateway(upstream).call(
      'GET',
      '/v1/item-offers?per_page=1000&page=1',
    );
    expect([answer.status, refusal?.code]).toEqual([502, 'upstreamUnfit']);
    expect(refusal?.detail).toMatch(
      /^data\.price_eur is not money\(6\) \(item-offer\.yaml:\d+\), row 7, id 7$/,
    );
  });

  it('is answered without the row if the settings allow it, and names the rows that are left out', async () => {
    const events: GatewayEvent[] = [];
    const entry = { unfitRows: 'leaveOut' as const, report: (event: GatewayEvent) => events.push(event) };
    const { call } = shippedGateway(upstream, fakeClock(), entry);
    const wholeNumbers = upTo(120).filter((id) => id % 7 !== 0);
    const read: number[] = [];
    for (let number = 1, hasEnded = false; !hasEnded; number += 1) {
      const { answer, body } = await call('GET', `/v1/item-offers?per_page=50&page=${number}`);
      expect(answer.status).toBe(200);
      read.push(...idsIn(body));
      hasEnded = (metaOf(body).to ?? 0) >= metaOf(body).total;
    }
    expect(read).toEqual(wholeNumbers);
    expect(events.map((event) => (event.kind === 'rowsLeftOut' ? event.count : 0))).toEqual([7, 7, 3]);
    expect(events[1]).toMatchObject({
      operation: 'listItemOffers',
      rows: expect.arrayContaining([expect.stringMatching(/, row 56, id 56$/)]) as string[],
    });
  });

  it('is refused even then if no row is left', async () => {
    const none: Upstream = () =>
      Promise.resolve(
        answers(200, { data: [broken(7)], meta: { current_page: 1, last_page: 1, per_page: 50, total: 1 } }),
      );
    const { answer } = await shippedGateway(none, fakeClock(), { unfitRows: 'leaveOut' }).call(
      'GET',
      '/v1/item-offers?page=1',
    );
    expect(answer.status).toBe(502);
  });

  it('names at most twenty of the rows that are left out', async () => {
    const events: GatewayEvent[] = [];
    const all: Upstream = () =>
      Promise.resolve(
        answers(200, {
          data: [...upTo(49).map(broken), itemOffer(50)],
          meta: { current_page: 1, last_page: 1, per_page: 50, total: 50 },
        }),
      );
    const entry = { unfitRows: 'leaveOut' as const, report: (event: GatewayEvent) => events.push(event) };
    const { body } = await shippedGateway(all, fakeClock(), entry).call('GET', '/v1/item-offers?per_page=50');
    expect([idsIn(body), metaOf(body)]).toEqual([[50], expect.objectContaining({ to: 50, total: 50 })]);
    const [event] = events;
    expect(event?.kind === 'rowsLeftOut' && [event.count, event.rows.length]).toEqual([49, 20]);
  });
});
