import { isJsonObject, type Json } from '../../../src/contract/json.js';
import type { IndexItem, Operation } from '../../../src/mapping/compile/compiledOperation.js';
import { translationFrom } from '../../../src/mapping/translate/translateAnswer.js';
import { Mismatch } from '../../../src/mapping/translate/madeValue.js';
import { failure, success } from '../../../src/contract/result.js';

const dataOf = (body: Json): Json | undefined => (isJsonObject(body) ? body['data'] : undefined);

/** A hand-made write: `{price}` in both directions, `errors.price` of v2 renamed to `cost`. */
export const updateOffer: Operation = {
  name: 'updateOffer',
  resource: 'offer',
  v1: {
    method: 'PATCH',
    template: '/v1/offers/{offer}',
    parameters: [{ name: 'offer', type: 'integer' }],
    success: 200,
  },
  v2: {
    method: 'PATCH',
    template: '/v2/offers/{offer}',
    path: ({ offer }) => `/v2/offers/${encodeURIComponent(offer ?? '')}`,
  },
  body: (body) =>
    isJsonObject(body) && body['price'] !== undefined
      ? success({ path: {}, json: { price: body['price'] } })
      : failure({
          message: 'The price field is required.',
          errors: { price: ['The price field is required.'] },
        }),
  answer: translationFrom((body) => {
    const data = dataOf(body);
    return isJsonObject(data) && typeof data['price'] === 'number'
      ? success({ data: { type: 'offers', attributes: { price: data['price'] } } })
      : failure(new Mismatch('data.price', 'number', 'offer.yaml:7'));
  }),
  refusal: (body) =>
    isJsonObject(body) && typeof body['message'] === 'string'
      ? success({ message: body['message'], errors: { cost: ['wrong'] } })
      : failure(new Mismatch('message', 'text')),
};

/** The same offer, read. */
export const readOffer: Operation = {
  name: 'readOffer',
  resource: 'offer',
  v1: { ...updateOffer.v1, method: 'GET' },
  v2: { ...updateOffer.v2, method: 'GET' },
  answer: updateOffer.answer,
  refusal: updateOffer.refusal,
};

function item(json: Json | undefined): IndexItem | undefined {
  if (!isJsonObject(json) || typeof json['id'] !== 'number') return undefined;
  const login = json['login'];
  return {
    id: String(json['id']),
    key: typeof login === 'string' ? login : null,
    preferred: json['status'] === 'listed',
    changed: typeof json['changed'] === 'number' ? json['changed'] : null,
  };
}

/** A hand-made read by login through the list of accounts. */
export const findAccount: Operation = {
  name: 'findAccount',
  resource: 'account',
  v1: {
    method: 'GET',
    template: '/v1/accounts/by-login/{login}',
    parameters: [{ name: 'login', type: 'text' }],
    success: 200,
  },
  v2: {
    method: 'GET',
    template: '/v2/accounts/{account}',
    path: ({ account }) => `/v2/accounts/${encodeURIComponent(account ?? '')}`,
  },
  lookup: {
    index: {
      name: 'accountsByLogin',
      version: '1',
      key: 'login',
      secret: true,
      path: '/v2/accounts',
      query: (page) => `page=${page}&per_page=50&sort=-id`,
      changes: (page) => `page=${page}&per_page=50&sort=-changed`,
      read: item,
    },
    by: 'login',
    fills: 'account',
  },
  answer: translationFrom((body) => {
    const data = dataOf(body);
    return isJsonObject(data) ? success({ data }) : failure(new Mismatch('data', 'object'));
  }),
  refusal: () => failure(new Mismatch('', 'nothing')),
};
