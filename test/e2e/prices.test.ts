import { openSandbox } from '../sandbox/support/openSandbox.ts';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { ask } from '../support/talk.ts';
import { answering, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import { newAccount } from './support/envelopes.ts';

const offer = {
  description: 'Gold',
  stock: 1000,
  min_quantity: 1,
  delivery_time: { duration: 45, unit: 'minutes' },
};

/** A request whose price is these very characters of JSON. */
const asks = (method: string, path: string, body: object, price: string, key: string) => ({
  method,
  path,
  headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ...body, price: 0 }).replace('"price":0', `"price":${price}`),
});

describe('a price', () => {
  let v2: ScriptedUpstream;
  let gateway: StartedGateway;
  beforeAll(async () => {
    v2 = await startUpstream(answering(404, '{}'));
    gateway = await startGateway({ v2: v2.origin });
  });

  /** The price that v2 sees of a request with such a body. */
  async function sentPrice(method: string, path: string, body: object, price: string): Promise<unknown> {
    await ask(gateway.origin, asks(method, path, body, price, 'key-1'));
    return /"price":([^,}]*)/.exec(v2.requests.at(-1)?.body ?? '')?.[1];
  }

  it.each([
    ['"0.000012"', '"0.000012"'],
    ['"0.004200"', '"0.004200"'],
    ['" 0.50 "', '"0.50"'],
    ['0.000012', '0.000012'],
    ['1.2e-05', '0.000012'],
    ['1.2E-5', '0.000012'],
    ['1e2', '100'],
    ['0.1000000000', '0.1'],
  ])('of a currency offer written as %s goes to v2 as %s', async (written, sent) => {
    const body = { ...offer, game: 'a-game' };
    expect(await sentPrice('PATCH', '/v1/currency-offers/7001', body, written)).toBe(sent);
    expect(await sentPrice('POST', '/v1/currency-offers', body, written)).toBe(sent);
    expect(v2.requests).toHaveLength(2);
    v2.forget();
  });

  it.each([
    ['"12.50"', '"12.50"'],
    ['"12.500000"', '"12.5"'],
    ['12.50', '12.5'],
    ['125e-1', '12.5'],
  ])('of an account written as %s goes to v2 as %s, without zeros that PHP refuses', async (price, sent) => {
    expect(await sentPrice('POST', '/v1/accounts', newAccount('a-game', 'wren'), price)).toBe(sent);
  });

  describe('of the marketplace', () => {
    let sandbox: Sandbox;
    let gateway: StartedGateway;
    beforeAll(async () => {
      sandbox = await openSandbox();
      gateway = await startGateway({ v2: sandbox.origin });
    });

    const answered = async (origin: string, price: string, key: string): Promise<readonly unknown[]> => {
      const path = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
      const body = { ...offer, game: sandbox.sampleCurrencyGame };
      const answer = await ask(origin, asks('PATCH', path, body, price, key));
      const read = JSON.parse(answer.body) as { data?: { attributes: { price: number } }; errors?: unknown };
      return [answer.status, read.data?.attributes.price ?? read.errors];
    };

    it.each(['"0.000012"', '0.000012', '" 7.5 "', '"1e-5"', '"free"', '1.2e-05', '7.5E0', '1e-7'])(
      'is answered by the gateway as by v1 when written as %s',
      async (price) => {
        const v1 = await answered(sandbox.origin, price, sandbox.keys.v1);
        expect(await answered(gateway.origin, price, sandbox.keys.v2)).toEqual(v1);
      },
    );

    it('is accepted with an exponent if its value keeps the rules', async () => {
      expect(await answered(gateway.origin, '1.2e-05', sandbox.keys.v2)).toEqual([200, 0.000012]);
      const refused = { price: ['The price field must have 0-6 decimal places.'] };
      expect(await answered(gateway.origin, '1e-7', sandbox.keys.v2)).toEqual([422, refused]);
    });
  });
});
