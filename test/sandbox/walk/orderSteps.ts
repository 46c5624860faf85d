import { printDecimal } from '../../../src/sandbox/values/amounts';
import { dataOf, idOf, listOf } from '../support/callSandbox';
import type { Model, ModelAccount, ModelOrder } from './model';
import { dueStatus, someId, type Step } from './walker';

const shown = ({ status, quantity, micros }: ModelOrder) => ({
  status,
  quantity,
  price_eur: printDecimal(BigInt(micros) * BigInt(quantity), 2),
  is_disputed: false,
});

const buyAccount: Step = async ({ random, model, play }) => {
  const offer = someId(random, model.accounts.keys());
  const account = model.accounts.get(offer);
  const quantity = random.once(20) ? 2 : 1;
  const answer = await play('/buy', { kind: 'account', offer, quantity });
  const forSale = account !== undefined && quantity === 1 && isForSale(account);
  expect(answer.status).toBe(dueStatus(account !== undefined, forSale, 201));
  if (forSale) sell(model, offer, account, idOf(answer));
};

const unsold = ({ stock }: ModelAccount) => [...stock].find(([, order]) => order === null)?.[0] ?? null;

const isForSale = (account: ModelAccount) =>
  account.status === 'listed' && (account.login !== null || account.isManual || unsold(account) !== null);

function sell(model: Model, offer: number, account: ModelAccount, id: number): void {
  const credential = unsold(account);
  const status = account.isManual ? 'pending' : 'delivered';
  const micros = account.cents * 10_000;
  model.orders.set(id, { kind: 'account', offer, quantity: 1, micros, credential, status });
  account.orders.push(id);
  if (credential !== null) account.stock.set(credential, id);
  account.status = statusAfterSale(account, credential);
}

function statusAfterSale(account: ModelAccount, credential: number | null): string {
  if (account.login !== null) return account.isManual ? 'processing' : 'sold';
  return credential !== null && unsold(account) === null ? 'sold' : account.status;
}

const buyStock: Step = async ({ random, model, play }) => {
  const id = someId(random, model.stocks.keys());
  const offer = model.stocks.get(id);
  const quantity = random.between(1, 60);
  const answer = await play('/buy', { kind: offer?.kind ?? 'item', offer: id, quantity });
  const enough = offer !== undefined && quantity >= offer.minimum && quantity <= offer.stock;
  const forSale = enough && offer.status === 'listed';
  expect(answer.status).toBe(offer === undefined ? 404 : forSale ? 201 : 422);
  if (!forSale) return;
  offer.stock -= quantity;
  const status = offer.isInstant ? 'delivered' : 'pending';
  const { kind, micros } = offer;
  const order = { kind, offer: id, quantity, micros, credential: null, status };
  model.orders.set(Number(dataOf(answer).id), order);
  expect(dataOf(answer)).toMatchObject(shown(order));
};

const NEXT: Readonly<Record<string, string>> = { pending: 'in_delivery', in_delivery: 'delivered' };

const deliver: Step = async ({ random, model, play }) => {
  const id = someId(random, model.orders.keys());
  const order = model.orders.get(id);
  const answer = await play(`/orders/${id}/deliver`);
  const next = order && NEXT[order.status];
  expect(answer.status).toBe(order === undefined ? 404 : next === undefined ? 422 : 200);
  if (order !== undefined && next !== undefined) take(model, order, next);
};

const complete: Step = async ({ random, model, call }) => {
  const id = someId(random, model.orders.keys());
  const order = model.orders.get(id);
  const viaV1 = random.once(2);
  const answer = await call(
    viaV1 ? `PATCH /v1/currency-orders/${id}/actions/complete` : `POST /v2/item-orders/${id}/complete`,
  );
  const found = order?.kind === (viaV1 ? 'currency' : 'item');
  const possible = found && ['pending', 'in_delivery'].includes(order.status);
  expect(answer.status).toBe(!found ? 404 : possible ? 200 : 422);
  if (possible) take(model, order, 'delivered');
};

const refund: Step = async ({ random, model, play }) => {
  const id = someId(random, model.orders.keys());
  const order = model.orders.get(id);
  const answer = await play(`/orders/${id}/refund`);
  const possible = order !== undefined && order.status !== 'refunded';
  expect(answer.status).toBe(order === undefined ? 404 : possible ? 200 : 422);
  if (possible) take(model, order, 'refunded');
};

/** Applies a step of an order to its offer. */
function take(model: Model, order: ModelOrder, next: string): void {
  const account = model.accounts.get(order.offer);
  const stock = model.stocks.get(order.offer);
  if (order.kind === 'account') {
    if (account?.login != null && next !== 'in_delivery')
      account.status = next === 'delivered' ? 'sold' : next;
  } else if (stock !== undefined && next === 'refunded' && order.status !== 'delivered') {
    stock.stock += order.quantity;
  }
  order.status = next;
}

const read: Step = async ({ random, model, call }) => {
  const id = someId(random, model.orders.keys());
  const order = model.orders.get(id);
  const answer = await call(`GET /v2/${order?.kind ?? 'item'}-orders/${id}`);
  expect(answer.status).toBe(order === undefined ? 404 : 200);
  if (order === undefined) return;
  const credential = order.kind === 'account' ? { credential_id: order.credential } : {};
  expect(dataOf(answer)).toMatchObject({ ...shown(order), ...credential });
};

const list: Step = async ({ random, model, call }) => {
  const status = random.pick(['pending', 'in_delivery', 'delivered', 'refunded']);
  const answer = await call(`GET /v2/orders?filter[status]=${status}&sort=id&per_page=20`);
  const ids = [...model.orders].filter(([, order]) => order.status === status).map(([id]) => id);
  expect(listOf(answer).map(({ id }) => id)).toEqual(ids.slice(0, 20));
  expect(answer.body.meta).toMatchObject({ total: ids.length });
};

/** The steps of buyers and of their orders. */
export const orderSteps: readonly [Step, ...Step[]] = [
  buyAccount,
  buyAccount,
  buyStock,
  buyStock,
  deliver,
  complete,
  refund,
  read,
  list,
];
