import { triedLines } from '../../src/cli/cutover/clientCommands.js';
import { showEntry } from '../../src/cli/operatorClient.js';
import { brownoutEntries } from '../../src/operator/brownoutEntries.js';
import type { OperatorParts } from '../../src/operator/operatorParts.js';
import { openTestCutover, planOf } from '../cutover/support/openTestCutover.ts';
import { adminPorts, callApi, TOKEN } from '../http/admin/support/openAdminPort.ts';
import { ran } from '../support/recordingTerminal.ts';

const SHOP = 'aaaa11111111';
const counts = { requests: 2_016, errors: 0, byV1: 2_016, byV2: 0, refused: 0, latest: '' };
const operations = [{ resource: 'offer', operation: 'readOffer', ...counts, traits: [] }];
const noTotal = { from: '', to: '', total: counts, days: [], clientsInAll: 1, readiness: {} };
const client = { client: `${SHOP}/bot`, caller: SHOP, program: 'bot', ...counts, operations };

const usage: OperatorParts['usage'] = {
  answer: ({ days }) =>
    Promise.resolve({ ok: true, page: { ...noTotal, clients: days === 7 ? [client] : [] } }),
};

const plan = planOf({
  zone: 'UTC',
  brownouts: [
    { at: '2025-10-20T12:00', minutes: 5 },
    { at: '2025-10-21T12:00', minutes: 10, except: [SHOP] },
  ],
});

const open = adminPorts();

const askAbout = async (origin: string) =>
  ran((terminal) =>
    showEntry(
      brownoutEntries.ofClient,
      { caller: SHOP },
      { place: { admin: origin }, environment: { LIFEBOAT_ADMIN_TOKEN: TOKEN }, terminal },
      triedLines,
    ),
  );

describe('the brownouts to come for a client', () => {
  it('name those that would refuse it, and how many requests by the average of seven days', async () => {
    const origin = await open(await openTestCutover({ plan }), { parts: { usage } });
    expect((await askAbout(origin)).out).toEqual([
      `brownout of all at 2025-10-20T12:00Z: refuses ${SHOP}, about 1.0 requests`,
      'brownout of all at 2025-10-21T12:00Z: spares it',
    ]);
  });

  it('are those that are not over, and none without a plan', async () => {
    const cutover = await openTestCutover({ plan });
    const origin = await open(cutover, { parts: { usage } });
    cutover.clock.at = Date.UTC(2025, 9, 21);
    expect((await callApi(origin, `/brownouts/client?caller=${SHOP}`)).body).toEqual({
      caller: SHOP,
      tried: [{ id: 'brownout of all at 2025-10-21T12:00Z', refuses: false, requests: 0 }],
    });
    const unplanned = await open(await openTestCutover(), { parts: { usage } });
    expect((await askAbout(unplanned)).out).toEqual(['no brownout is left in the plan']);
  });

  it('are none of a client that nobody knows', async () => {
    const origin = await open(await openTestCutover({ plan }), { parts: { usage } });
    expect((await callApi(origin, '/brownouts/client?caller=shp')).status).toBe(404);
  });
});
