import request from 'supertest';
import type { Field } from '../../src/contract/field.js';
import type { Json, JsonObject } from '../../src/contract/json.js';
import { stepsTo, valueAt } from '../../src/mapping/translate/translationRule.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { shippedResource } from '../support/shipped.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';

const offers = shippedResource('currency-offer');
const update = offers.operations.find(({ operation }) => operation.name === 'updateCurrencyOffer')?.body;

let sandbox: Sandbox;
let gateway: StartedGateway;
beforeAll(async () => {
  sandbox = await openSandbox();
  gateway = await startGateway({ v2: sandbox.origin });
});

const pathsIn = (field: Field, base = ''): readonly string[] =>
  field.kind !== 'object'
    ? []
    : [...field.members].flatMap(([name, member]) => [base + name, ...pathsIn(member, `${base}${name}.`)]);

const send = (origin: string, method: 'get' | 'patch', path: string) =>
  request(origin)[method](path).set('Authorization', `Bearer ${sandbox.keys.v2}`);

/** The offer as v2 keeps it, without the instant of its last change. */
async function kept(): Promise<JsonObject> {
  const path = `/v2/currency-offers/${sandbox.sampleCurrencyOfferId}`;
  const { data } = (await send(sandbox.origin, 'get', path)).body as { data: JsonObject };
  return { ...data, updated_at: null };
}

/** Writes back every attribute that an old program reads while v2 answers with an edit; null may be left out. */
async function writeBack(edit: JsonObject, withNulls: boolean): Promise<void> {
  const path = `/v1/currency-offers/${sandbox.sampleCurrencyOfferId}`;
  const disturbance = { kind: 'rewrite', edits: [edit] };
  const route = 'GET /v2/currency-offers/{currencyOffer}';
  await request(sandbox.origin).post('/_sandbox/faults').send({ route, disturbance }).expect(201);
  const read = await send(gateway.origin, 'get', path);
  await request(sandbox.origin).delete('/_sandbox/faults');
  if (read.status !== 200) return;
  const { attributes } = (read.body as { data: { attributes: JsonObject } }).data;
  const written = (update?.rules ?? []).flatMap(({ name }): (readonly [string, Json])[] => {
    const attribute = update?.mirrors[name] ?? name;
    const value = valueAt(attributes, stepsTo(attribute));
    return value === undefined || (value === null && !withNulls) ? [] : [[name, value]];
  });
  await send(gateway.origin, 'patch', path).send(Object.fromEntries(written));
}

describe('an offer that an old program reads and writes back', () => {
  it.each(pathsIn(offers.v2))('loses nothing while v2 shows no readable %s', async (at) => {
    const previousObject = await kept();
    expect(previousObject['parameters']).not.toEqual({});
    // No field of an offer is true or false.
    const edits = [{ kind: 'drop', at }, ...[null, true].map((value) => ({ kind: 'set', at, value }))];
    for (const edit of edits) {
      for (const withNulls of [false, true]) {
        await writeBack(edit, withNulls);
        expect([edit, await kept()]).toEqual([edit, previousObject]);
      }
    }
  });
});
