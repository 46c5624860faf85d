import { z } from 'zod';
import { describeSchema as describeField } from '../../../src/contract/describe.js';
import { ExactNumber, type Json } from '../../../src/contract/json.js';
import { secretText } from '../../../src/contract/kinds.js';
import { explainBody } from '../../../src/mapping/explain/explanation.js';
import { hideSecrets } from '../../../src/mapping/explain/hideSecrets.js';
import type { OutgoingRequest } from '../../../src/mapping/compile/compiledOperation.js';
import { shippedResource } from '../../support/shipped.ts';

const resource = shippedResource('currency-offer');
const resolved = resource.operations.find(({ operation }) => operation.name === 'updateCurrencyOffer');
const update = resolved?.body;
if (resolved === undefined || update === undefined) throw new Error('no update of a currency offer');

const fit = {
  description: 'Gold',
  price: '0.004200',
  game: 'star-traders',
  stock: '25',
  min_quantity: 5,
  delivery_time: { duration: 45, unit: 'minutes', format: '45m' },
  currency_data: [],
};

function translated(body: Json): OutgoingRequest | undefined {
  const v2 = resolved?.operation.body?.(body);
  return v2?.ok === true ? v2.value : undefined;
}

describe('the explanation of a body', () => {
  it('names the target and the sent value of each member', () => {
    const lines = explainBody(update, { v1: fit, v2: translated(fit) });
    expect(lines.find(({ member }) => member === 'price')).toMatchObject({
      value: '0.004200',
      target: 'price',
    });
    expect(lines.find(({ member }) => member === 'delivery_time.unit')).toMatchObject({
      value: 'minutes',
      target: 'delivery_time.unit',
      sent: 'minutes',
      class: 'exact',
      place: expect.stringMatching(/^currency-offer\.yaml:\d+$/) as string,
    });
    expect(lines.find(({ member }) => member === 'currency_data')).toMatchObject({
      value: [],
      sent: {},
      codec: 'phpObject',
    });
  });

  it('has no line for members that were not sent or that v1 does not know', () => {
    const members = explainBody(update, { v1: { ...fit, colour: 1 }, v2: translated(fit) }).map(
      ({ member }) => member,
    );
    expect(members).not.toContain('delivery_instructions');
    expect(members).not.toContain('colour');
    expect(members).not.toContain('delivery_time.format');
  });

  it('shows the members of a refused body without a sent value', () => {
    const lines = explainBody(update, { v1: { description: 'Gold' }, v2: undefined });
    expect(lines.map(({ member }) => member)).toEqual(['description']);
    expect(lines[0]).not.toHaveProperty('sent');
  });
});

describe('the explanation of a body that becomes a part of the path', () => {
  const account = shippedResource('account');
  const creation = account.operations.find(({ operation }) => operation.name === 'createAccount')?.body;

  it('hides the secrets that a client sends, and shows the defaults for absent members', () => {
    if (creation === undefined) throw new Error('accounts cannot be created');
    const v1 = { login: 'canary', password: 'canary' };
    const v2 = { path: {}, json: { login: 'canary', password: 'canary', game_items: {} } };
    const lines = explainBody(creation, { v1, v2 });
    expect(JSON.stringify(lines)).not.toContain('canary');
    const items = lines.find(({ member }) => member === 'game_items');
    expect(items).toMatchObject({ sent: {}, class: 'synthesized' });
    expect(items).not.toHaveProperty('value');
  });
});

describe('hiding secrets', () => {
  const field = describeField(
    z.object({
      login: secretText().nullable(),
      codes: z.array(secretText()),
      inner: z.object({ pin: secretText(), open: z.string() }),
    }),
  );

  it('reaches every depth, even in lists, and leaves other values unchanged', () => {
    const value = { login: 'a', codes: ['b', ''], inner: { pin: 'c', open: 'd' }, more: 5 };
    expect(hideSecrets(value, field)).toEqual({
      login: '***',
      codes: ['***', ''],
      inner: { pin: '***', open: 'd' },
      more: 5,
    });
  });

  it('shows null as null, and a number that no double holds as its text', () => {
    const value = { login: null, codes: [], inner: { pin: '', open: '' }, more: new ExactNumber('1e400') };
    expect(hideSecrets(value, field)).toMatchObject({ login: null, more: '1e400' });
  });

  it('hides a secret that is not a text', () => {
    expect(hideSecrets({ login: { a: 'b' } }, field)).toEqual({ login: '***' });
  });
});
