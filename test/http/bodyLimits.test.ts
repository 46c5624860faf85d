import { playExchange } from '../mapping/support/playExchange.ts';
import { ticketApi } from '../mapping/support/ticketApi.ts';

const environment = {
  LIFEBOAT_LIMITS_REQUEST_KILOBYTES: '600',
  LIFEBOAT_LIMITS_ANSWER_KILOBYTES: '6000',
};

describe('the settings for the length of a body', () => {
  it.each([
    [500, {}, 413],
    [500, environment, 200],
    [700, environment, 413],
  ])('answer a request of %d KiB under %j with %d', async (kilobytes, settings, status) => {
    const lines = Array.from({ length: 10 }, () => ({
      label: 'x',
      room: { name: 'x'.repeat((kilobytes / 10) * 1024) },
      steps: [],
    }));
    const shown = { data: { id: 7, title: 'text', positions: [], tariffs: {} } };
    const change = { method: 'PATCH', path: '/v1/tickets/7', body: { lines } };
    const v2 = [{ body: shown }];
    const answer = await playExchange(ticketApi(), { ...change, environment: settings, v2 });
    expect(answer.status).toBe(status);
  });

  it.each([
    [5, {}, 502],
    [5, environment, 200],
    [6, environment, 502],
  ])('answer a list of %d MiB under %j with %d', async (megabytes, settings, status) => {
    const items = [1, 2].map((id) => ({ id, body: 'x'.repeat(megabytes * 512 * 1024) }));
    const page = { data: items, meta: { current_page: 1, per_page: 2, last_page: 1, total: 2 } };
    const list = { path: '/v1/own-comments', environment: settings, v2: () => ({ body: page }) };
    expect((await playExchange(ticketApi(), list)).status).toBe(status);
  });
});
