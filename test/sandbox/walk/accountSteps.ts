import { printDecimal } from '../../../src/sandbox/values/amounts';
import { dataOf, listOf } from '../support/callSandbox';
import { acted, byLogin, isDeliverable, type ModelAccount } from './model';
import { dueStatus, someId, type Step, type Walker } from './walker';

const euros = (cents: number) => printDecimal(BigInt(cents) * 10_000n, 2);

const shown = ({ title, cents, status, orders, login }: ModelAccount) => ({
  title,
  status,
  price: euros(cents),
  account_order_ids: orders,
  credentials: expect.objectContaining({ login: login ?? '' }) as unknown,
});

const newAccount = ({ random }: Walker) => ({
  title: `Account ${random.below(1e6)}`,
  cents: random.between(99, 99_999),
  isManual: random.once(4),
});

const fields = ({ title, cents, isManual }: ReturnType<typeof newAccount>) => ({
  game: 'harvest-isle',
  title,
  description: 'Walked.',
  price: euros(cents),
  image_urls: ['https://images.example.com/1.png'],
  account_data: {},
  game_items: {},
  is_manual: isManual,
  ...(isManual ? { delivery_time: { duration: 1, unit: 'hours' } } : {}),
});

const createLegacy: Step = async (walker) => {
  const { random, model, call } = walker;
  const made = newAccount(walker);
  const login = `login ${random.below(60)}`;
  const answer = await call('POST /v2/account-offers', { ...fields(made), login, password: 'x' });
  const account = { ...made, login, status: 'draft', stock: new Map<number, null>(), orders: [] };
  expect(answer.status).toBe(201);
  expect(dataOf(answer)).toMatchObject(shown(account));
  model.accounts.set(Number(dataOf(answer).id), account);
};

const createStocked: Step = async (walker) => {
  const { random, model, call } = walker;
  const made = newAccount(walker);
  const credentials = Array.from({ length: random.between(1, 3) }, (_, at) => `credential ${at}`);
  const answer = await call('POST /v2/account-offers/create', { ...fields(made), credentials });
  expect(answer.status).toBe(201);
  const id = Number(dataOf(answer).id);
  const stock = await call(`GET /v2/account-offers/${id}/credentials?sort=id`);
  const ids = listOf(stock).map((credential): [number, null] => [Number(credential.id), null]);
  expect(ids).toHaveLength(credentials.length);
  model.accounts.set(id, { ...made, login: null, status: 'draft', stock: new Map(ids), orders: [] });
};

const patch: Step = async ({ random, model, call }) => {
  const id = someId(random, model.accounts.keys());
  const account = model.accounts.get(id);
  const changes = { title: `Patched ${random.below(1e6)}`, cents: random.between(99, 99_999) };
  const body = random.once(2) ? { title: changes.title } : { price: euros(changes.cents) };
  const answer = await call(`PATCH /v2/account-offers/${id}`, body);
  expect(answer.status).toBe(account === undefined ? 404 : 200);
  if (account === undefined) return;
  if ('title' in body) account.title = changes.title;
  else account.cents = changes.cents;
  expect(dataOf(answer)).toMatchObject(shown(account));
};

const act: Step = async ({ random, model, call }) => {
  const id = someId(random, model.accounts.keys());
  const account = model.accounts.get(id);
  const action = random.pick(['list', 'list', 'draft']);
  const viaV1 = random.once(2);
  const answer = await (viaV1
    ? call(`PATCH /v1/accounts/${id}/status`, { status: action === 'list' ? 'listed' : 'draft' })
    : call(`POST /v2/account-offers/${id}/${action}`));
  const next = account && statusAfter(account, action);
  expect(answer.status).toBe(dueStatus(account !== undefined, next !== undefined));
  if (account === undefined || next === undefined) return;
  if (!viaV1) expect(answer.body).toMatchObject({ action, previous_status: account.status });
  account.status = next;
};

const statusAfter = (account: ModelAccount, action: string): string | undefined =>
  action === 'list' && !isDeliverable(account) ? undefined : acted(account.status, action);

const remove: Step = async ({ random, model, call }) => {
  const id = someId(random, model.accounts.keys());
  const account = model.accounts.get(id);
  const answer = await call(random.once(2) ? `DELETE /v1/accounts/${id}` : `DELETE /v2/account-offers/${id}`);
  const sold = (account?.orders.length ?? 0) > 0;
  expect(answer.status).toBe(account === undefined ? 404 : sold ? 422 : 200);
  if (!sold) model.accounts.delete(id);
};

const duplicate: Step = async ({ random, model, call }) => {
  const id = someId(random, model.accounts.keys());
  const account = model.accounts.get(id);
  const answer = await call(`POST /v2/account-offers/${id}/duplicate`);
  expect(answer.status).toBe(account === undefined ? 404 : 200);
  if (account === undefined) return;
  const copy = { ...account, status: 'draft', stock: new Map<number, null>(), orders: [] };
  expect(dataOf(answer)).toMatchObject(shown(copy));
  model.accounts.set(Number(dataOf(answer).id), copy);
};

const addStock: Step = async ({ random, model, call }) => {
  const id = someId(random, model.accounts.keys());
  const account = model.accounts.get(id);
  const credentials = [`more ${random.below(1e9)}`, 'credential 0'];
  const answer = await call(`POST /v2/account-offers/${id}/credentials`, { credentials });
  const isStock = account?.login === null;
  expect(answer.status).toBe(dueStatus(account !== undefined, isStock, 201));
  if (isStock) for (const added of listOf(answer)) account.stock.set(Number(added.id), null);
};

const removeStock: Step = async ({ random, model, call }) => {
  const stocked = [...model.accounts].filter(([, account]) => account.login === null);
  const id = someId(
    random,
    stocked.map(([key]) => key),
  );
  const stock = model.accounts.get(id)?.stock ?? new Map<number, number | null>();
  const credential = someId(random, stock.keys());
  const order = stock.get(credential);
  const answer = await call(`DELETE /v2/account-offers/${id}/credentials/${credential}`);
  expect(answer.status).toBe(dueStatus(order !== undefined, order === null));
  if (order === null) stock.delete(credential);
};

const read: Step = async ({ random, model, call }) => {
  const id = someId(random, model.accounts.keys());
  const account = model.accounts.get(id);
  const answer = await call(`GET /v2/account-offers/${id}`);
  expect(answer.status).toBe(account === undefined ? 404 : 200);
  if (account !== undefined) expect(dataOf(answer)).toMatchObject(shown(account));
};

const readByLogin: Step = async ({ random, model, call }) => {
  const login = `login ${random.below(60)}`;
  const answer = await call(`GET /v1/accounts/by-login/${encodeURIComponent(login)}`);
  const id = byLogin(model, login);
  expect(answer.status).toBe(id === undefined ? 404 : 200);
  if (id !== undefined) expect(dataOf(answer)).toMatchObject({ id: String(id), attributes: { login } });
};

const list: Step = async ({ random, model, call }) => {
  const status = random.pick(['draft', 'listed', 'sold', 'processing', 'refunded']);
  const answer = await call(`GET /v2/account-offers?filter[status]=${status}&sort=-id&per_page=20`);
  const ids = [...model.accounts].filter(([, account]) => account.status === status).map(([id]) => id);
  expect(listOf(answer).map(({ id }) => id)).toEqual(ids.toSorted((one, two) => two - one).slice(0, 20));
  expect(answer.body.meta).toMatchObject({ total: ids.length });
};

/** The steps of sellers with their account offers. */
export const accountSteps: readonly [Step, ...Step[]] = [
  createLegacy,
  createStocked,
  patch,
  act,
  act,
  remove,
  duplicate,
  addStock,
  removeStock,
  read,
  readByLogin,
  list,
];
