import { z } from 'zod';
import { gatewayEntries } from '../../src/operator/gatewayEntries.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { callApi, TOKEN } from '../http/admin/support/openAdminPort.ts';
import { callSandbox } from '../sandbox/support/callSandbox.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const BULK = 'PATCH /v1/item-offers/status/bulk';

const folder = temporaryFolder();
let sandbox: Sandbox;
let startedWhole: StartedWhole;

beforeEach(async () => {
  sandbox = await openSandbox();
  startedWhole = await startWhole({
    LIFEBOAT_UPSTREAM_V2: sandbox.origin,
    LIFEBOAT_ADMIN_TOKEN: TOKEN,
    LIFEBOAT_STORE: folder.path('lifeboat.db'),
  });
});

const change = (itemOffers: number[], key: string = sandbox.keys.v2) =>
  callSandbox({ ...sandbox, origin: startedWhole.gateway }, BULK, { itemOffers, status: 'archived' }, key);

const writes = async () =>
  gatewayEntries.writes.output.parse((await callApi(startedWhole.admin, '/writes')).body);

const closeWrite = async (id: string) =>
  (await callApi(startedWhole.admin, '/writes/close', { id, reason: 'the offer is gone' })).status;

it('a part that a bulk change leaves undone stands once on the list of writes until it is closed, and returns when it is left again', async () => {
  const item = await callSandbox(sandbox, 'GET /v2/item-offers?per_page=1');
  const [{ id }] = z.tuple([z.object({ id: z.int() })]).parse(item.body['data']);
  for (let time = 0; time < 2; time += 1) {
    expect((await change([id, 999_999_999, 999_999_998])).status).toBe(422);
  }
  const listed = await writes();
  expect(
    listed
      .map(({ target, problem, found: foundText, closed }) => [target, problem, foundText, closed])
      .toSorted(),
  ).toEqual(
    [999_999_998, 999_999_999].map((gone) => [
      `POST /v2/item-offers/${gone}/archive`,
      'notFound',
      'not executed',
      undefined,
    ]),
  );
  expect(
    await startedWhole.logged('a part of a bulk write is not done; see `lifeboat writes`'),
  ).toMatchObject({
    operation: 'changeItemOfferStatuses',
    left: 2,
    unlisted: 0,
  });

  const [{ id: firstText }] = z.tuple([z.object({ id: z.string() })], z.unknown()).parse(listed);
  expect(await closeWrite(firstText)).toBe(200);
  expect((await writes()).filter(({ closed }) => closed === undefined)).toHaveLength(1);
  await change([999_999_999, 999_999_998]);
  expect((await writes()).filter(({ closed }) => closed === undefined)).toHaveLength(2);
});

it('a client without a key cannot fill the list of writes', async () => {
  expect((await change([1, 2, 3], 'nonsense')).status).toBe(401);
  expect(await writes()).toEqual([]);
});
