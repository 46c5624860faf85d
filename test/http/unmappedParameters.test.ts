import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, startUpstream } from '../support/upstream.ts';
import { writeTicketMappings } from '../e2e/support/tickets.ts';

const folder = temporaryFolder();
const TOKEN = 'an-admin-token-of-more-than-32-characters';
let gateway: StartedWhole;

/** Starts a gateway in front of a v1 that takes everything, and asks five times for what the mapping does not take. */
async function askFiveTimes(path: string, mappings: Readonly<Record<string, string>>) {
  const [v1, v2] = [await startUpstream(answering(200, '{}')), await startUpstream(answering(500, '{}'))];
  gateway = await startWhole({
    ...mappings,
    LIFEBOAT_UPSTREAM_V1: v1.origin,
    LIFEBOAT_UPSTREAM_V2: v2.origin,
    LIFEBOAT_SUNSET: '2999-01-01T00:00:00Z',
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
  });
  const headers = { authorization: 'Bearer key-1' };
  const by: unknown[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { status, headers: answered } = await ask(gateway.gateway, { path, headers });
    by.push([status, answered['x-lifeboat-served-by']]);
  }
  const read = async (what: string) => {
    const answer = await ask(gateway.admin, { path: `/api/${what}`, headers: { 'x-lifeboat-token': TOKEN } });
    return JSON.parse(answer.body) as readonly Readonly<Record<string, unknown>>[];
  };
  const seen = { by, asked: v2.requests, alarms: await read('alarms'), stages: await read('stages') };
  await Promise.all([gateway.close(), v1.close(), v2.close()]);
  return seen;
}

describe('a parameter that the mapping does not take', () => {
  it.each([
    ['of the shipped pair', '/v1/accounts?page=0', false],
    ['of another pair', '/api/v1/tickets?size=0', true],
  ])('goes to v1 and moves nobody off v2, for it is no failure of v2: %s', async (_what, path, isOther) => {
    if (isOther) writeTicketMappings(folder.path('mappings'));
    const { by, asked, alarms, stages } = await askFiveTimes(
      path,
      isOther ? { LIFEBOAT_MAPPINGS: folder.path('mappings') } : {},
    );
    expect(by).toEqual(Array.from({ length: 5 }, () => [200, 'v1']));
    expect(asked).toEqual([]);
    expect(alarms).toEqual([]);
    expect(new Set(stages.map(({ stage }) => stage))).toEqual(new Set(['v2']));
  });
});
