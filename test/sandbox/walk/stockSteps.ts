import { printShortest } from '../../../src/sandbox/values/amounts';
import { dataOf, listOf } from '../support/callSandbox';
import { acted, type ModelStock } from './model';
import { someId, type Step } from './walker';

const path = ({ kind }: Pick<ModelStock, 'kind'>) => `${kind}-offers`;

const shown = ({ description, micros, stock, minimum, status }: ModelStock) => ({
  description,
  price_eur: printShortest(BigInt(micros)),
  stock,
  min_quantity: minimum,
  status,
});

const create: Step = async ({ random, model, call }) => {
  const made: ModelStock = {
    kind: random.pick(['currency', 'item']),
    isInstant: random.once(3),
    description: `Lot ${random.below(1e6)}`,
    micros: random.between(1, 5_000_000),
    stock: random.below(500),
    minimum: random.between(1, 20),
    status: 'draft',
  };
  const answer = await call(`POST /v2/${path(made)}`, {
    game: 'realm-of-tides',
    title: 'Walked',
    description: made.description,
    price: printShortest(BigInt(made.micros)),
    stock: made.stock,
    min_quantity: made.minimum,
    delivery_time: made.isInstant ? { duration: 0, unit: 'seconds' } : { duration: 2, unit: 'days' },
  });
  expect(answer.status).toBe(201);
  expect(dataOf(answer)).toMatchObject(shown(made));
  model.stocks.set(Number(dataOf(answer).id), made);
};

const patch: Step = async ({ random, model, call }) => {
  const id = someId(random, model.stocks.keys());
  const offer = model.stocks.get(id);
  const changes = { micros: random.between(1, 5_000_000), stock: random.below(500) };
  const price = printShortest(BigInt(changes.micros));
  const answer = await call(`PATCH /v2/${path(offer ?? { kind: 'item' })}/${id}`, {
    price,
    stock: changes.stock,
  });
  expect(answer.status).toBe(offer === undefined ? 404 : 200);
  if (offer === undefined) return;
  Object.assign(offer, changes);
  expect(dataOf(answer)).toMatchObject(shown(offer));
};

const update: Step = async ({ random, model, call }) => {
  const id = someId(random, model.stocks.keys());
  const offer = model.stocks.get(id);
  const changes = { description: `Updated ${random.below(1e6)}`, micros: random.between(1, 5_000_000) };
  const answer = await call(`PATCH /v1/currency-offers/${id}`, {
    description: changes.description,
    price: printShortest(BigInt(changes.micros)),
    game: 'realm-of-tides',
    stock: String(offer?.stock ?? 1),
    min_quantity: offer?.minimum ?? 1,
    delivery_time:
      offer?.isInstant === true ? { duration: 0, unit: 'seconds' } : { duration: 2, unit: 'days' },
  });
  const isThere = offer?.kind === 'currency';
  expect(answer.status).toBe(isThere ? 200 : 404);
  if (!isThere) return;
  Object.assign(offer, changes);
  expect(dataOf(answer)).toMatchObject({
    attributes: { description: offer.description, price: offer.micros / 1e6, stock: offer.stock },
  });
};

const act: Step = async ({ random, model, call }) => {
  const id = someId(random, model.stocks.keys());
  const offer = model.stocks.get(id);
  const action = random.pick(['list', 'list', 'list', 'draft', 'archive']);
  const answer = await call(`POST /v2/${path(offer ?? { kind: 'currency' })}/${id}/${action}`);
  const next = offer && acted(offer.status, action);
  expect(answer.status).toBe(offer === undefined ? 404 : next === undefined ? 422 : 200);
  if (offer === undefined || next === undefined) return;
  expect(answer.body).toMatchObject({ action, previous_status: offer.status });
  offer.status = next;
};

const read: Step = async ({ random, model, call }) => {
  const id = someId(random, model.stocks.keys());
  const offer = model.stocks.get(id);
  const answer = await call(`GET /v2/${path(offer ?? { kind: 'item' })}/${id}`);
  expect(answer.status).toBe(offer === undefined ? 404 : 200);
  if (offer !== undefined) expect(dataOf(answer)).toMatchObject(shown(offer));
};

const listV1: Step = async ({ random, model, call }) => {
  const kind = random.pick(['currency', 'item'] as const);
  const own = [...model.stocks].filter(([, offer]) => offer.kind === kind).map(([id]) => id);
  const page = random.between(1, 1 + Math.ceil(own.length / 40));
  const answer = await call(`GET /v1/${kind}-offers?per_page=40&page=${page}`);
  expect(listOf(answer).map(({ id }) => Number(id))).toEqual(own.slice((page - 1) * 40, page * 40));
  expect(answer.body.meta).toMatchObject({ total: own.length });
};

/** The steps of sellers with their currency and item offers. */
export const stockSteps: readonly [Step, ...Step[]] = [create, patch, update, act, act, read, listV1];
