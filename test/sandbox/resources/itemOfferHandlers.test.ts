import type { JsonObject } from '../../../src/contract/json';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions';
import { itemOffer } from '../support/bodies';
import { callSandbox } from '../support/callSandbox';
import { openSandbox } from '../support/openSandbox';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox();
});

afterAll(() => sandbox.close());

const dataOf = async (call: string, body?: JsonObject) =>
  (await callSandbox(sandbox, call, body)).body['data'];

describe('an item offer of v2', () => {
  it('carries the addresses of its images, in lists and alone, which a currency offer does not', async () => {
    const [item] = (await dataOf('GET /v2/item-offers?per_page=1')) as JsonObject[];
    const made = await dataOf('POST /v2/item-offers', itemOffer);
    for (const offer of [item, made, await dataOf(`GET /v2/item-offers/${JSON.stringify(item?.['id'])}`)])
      expect(offer).toMatchObject({ image_urls: [expect.stringMatching(/^https:/)] });
    const [currency] = (await dataOf('GET /v2/currency-offers?per_page=1')) as JsonObject[];
    expect(currency).not.toHaveProperty('image_urls');
  });
});
