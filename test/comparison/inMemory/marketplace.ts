import type { Json, JsonObject } from '../../../src/contract/json';
import { createGateway } from '../../../src/gateway/createGateway';
import type { Gateway } from '../../../src/gateway/gateway';
import { passKeysOn } from '../../../src/gateway/keys/clientKeys';
import type { Upstream } from '../../../src/gateway/upstream';
import { success } from '../../../src/contract/result';
import { fakeClock } from '../../gateway/support/fakeClock';
import { shipped } from '../../support/shipped';
import { accountOffer, currencyOffer } from './offers';

/** Changes of v2's answers: a fault, or noise. */
export interface Change {
  /** Changes each offer, alone and in lists. */
  readonly offer?: (offer: JsonObject, caller: string) => Json;
  /** Chooses the page of a list that is shown instead of the requested one. */
  readonly page?: (page: number) => number;
  /** Changes the status of one offer. */
  readonly status?: (id: number) => number;
}

/** Number of offers of each kind. */
export const OFFERS = 40;

const kinds: Readonly<Record<string, (id: number) => JsonObject>> = {
  'currency-offers': currencyOffer,
  'account-offers': accountOffer,
};

const bearer = /^Bearer /;

/** Makes a v2 whose answers are changed. */
function changedV2({
  offer = (value) => value,
  page = (value) => value,
  status = () => 200,
}: Change): Upstream {
  return ({ path, authorization = '' }) => {
    const url = new URL(path, 'http://v2');
    const [, , kind = '', id] = url.pathname.split('/');
    const made = kinds[kind];
    const caller = authorization.replace(bearer, '');
    const answer = (code: number, body: Json) =>
      Promise.resolve(success({ status: code, headers: {}, body: Buffer.from(JSON.stringify(body)) }));
    if (made === undefined) return answer(404, { message: 'Resource not found.' });
    if (id !== undefined) {
      const code = Number(id) <= OFFERS ? status(Number(id)) : 404;
      return code === 200
        ? answer(code, { data: offer(made(Number(id)), caller) })
        : answer(code, { message: 'Resource not found.' });
    }
    const size = Number(url.searchParams.get('per_page') ?? 15);
    const askedCount = Number(url.searchParams.get('page') ?? 1);
    const from = (page(askedCount) - 1) * size;
    const ids = Array.from({ length: OFFERS }, (_, index) => index + 1).slice(from, from + size);
    const meta = {
      current_page: askedCount,
      per_page: size,
      total: OFFERS,
      last_page: Math.ceil(OFFERS / size),
      from: from + 1,
      to: from + ids.length,
      path: 'http://v2',
    };
    return answer(200, { data: ids.map((value) => offer(made(value), caller)), meta });
  };
}

/** Makes a gateway with the shipped mappings in front of a changed v2, without a socket. */
export const gatewayTo = (change: Change): Gateway =>
  createGateway({
    operations: shipped().operations,
    upstream: changedV2(change),
    keys: passKeysOn,
    clock: fakeClock(),
    index: { secret: 'judge', freshMs: 1e9, pageBudget: 100 },
    deadlineMs: 10_000,
    report: () => undefined,
  });
