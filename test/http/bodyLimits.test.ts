import { ticketApi } from '../mapping/support/ticketApi.ts';
import { startGateway } from '../support/startGateway.ts';
import { ask } from '../support/talk.ts';
import { answering, startUpstream } from '../support/upstream.ts';

const headers = { Authorization: 'Bearer key-1', 'Content-Type': 'application/json' };
const environment = {
  LIFEBOAT_LIMITS_REQUEST_KILOBYTES: '600',
  LIFEBOAT_LIMITS_ANSWER_KILOBYTES: '6000',
};

/** Asks a gateway with these settings, in front of a v2 with this body. */
async function askWith(
  settings: Readonly<Record<string, string>>,
  answer: unknown,
  request: { readonly method?: string; readonly path: string; readonly body?: string },
): Promise<number> {
  const upstream = await startUpstream(answering(200, JSON.stringify(answer)));
  const gateway = await startGateway({ v2: upstream.origin, mappings: ticketApi(), environment: settings });
  const { status } = await ask(gateway.origin, { ...request, headers });
  await Promise.all([gateway.close(), upstream.close()]);
  return status;
}

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
    const body = JSON.stringify({ lines });
    expect(await askWith(settings, shown, { method: 'PATCH', path: '/v1/tickets/7', body })).toBe(status);
  });

  it.each([
    [5, {}, 502],
    [5, environment, 200],
    [6, environment, 502],
  ])('answer a list of %d MiB under %j with %d', async (megabytes, settings, status) => {
    const items = [1, 2].map((id) => ({ id, body: 'x'.repeat(megabytes * 512 * 1024) }));
    const page = { data: items, meta: { current_page: 1, per_page: 2, last_page: 1, total: 2 } };
    expect(await askWith(settings, page, { path: '/v1/own-comments' })).toBe(status);
  });
});
