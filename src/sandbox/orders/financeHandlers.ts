import { type Selectable, sql } from 'kysely';
import type { OperationContract } from '../../contract/operationContract';
import { listOf, listParameters, lists, resourceOf } from '../../contract/v2/envelopeV2';
import { balance, payment, payout } from '../../contract/v2/financeV2';
import { convert, type Micros } from '../values/amounts';
import { type HandlersOf, pathId, type SellerCall } from '../http/handler';
import { type Display, showCents } from '../values/display';
import { ok, sandboxProblems } from '../http/reply';
import { type ListRules, oneOfTexts } from '../listing/listQuery';
import { answerList } from '../listing/answerList';
import type { PaymentTable, PayoutTable } from '../storage/orderTables';

/** Money earned and paid out. */
export const financeOperations = {
  listPayments: {
    method: 'GET',
    path: '/v2/payments',
    summary: 'List the payments',
    source: 'observed',
    query: listParameters(lists.payments.sorts, lists.payments.filters),
    status: 200,
    answer: listOf(payment),
    refusals: [400, 422],
  },
  getBalance: {
    method: 'GET',
    path: '/v2/payments/balance',
    summary: 'Get the balance',
    source: 'observed',
    status: 200,
    answer: resourceOf(balance),
    refusals: [],
  },
  getPayment: {
    method: 'GET',
    path: '/v2/payments/{payment}',
    summary: 'Get a payment',
    source: 'assumed',
    status: 200,
    answer: resourceOf(payment),
    refusals: [404],
  },
  listPayouts: {
    method: 'GET',
    path: '/v2/payouts',
    summary: 'List the payouts',
    source: 'observed',
    query: listParameters(lists.payouts.sorts, lists.payouts.filters),
    status: 200,
    answer: listOf(payout),
    refusals: [400, 422],
  },
  getPayout: {
    method: 'GET',
    path: '/v2/payouts/{payout}',
    summary: 'Get a payout',
    source: 'assumed',
    status: 200,
    answer: resourceOf(payout),
    refusals: [404],
  },
} as const satisfies Record<string, OperationContract>;

/** The balance of a seller: available from delivered orders less payouts, and pending from the others. */
async function balanceOf({
  db,
  sellerId,
}: Pick<SellerCall, 'db' | 'sellerId'>): Promise<{ readonly available: Micros; readonly pending: Micros }> {
  // Sums leave the range in which a double counts exactly, so they come as text.
  const sums = await db
    .selectFrom('payment')
    .select(['status', sql<string>`cast(sum(amount - fee) as text)`.as('net')])
    .where('seller_id', '=', sellerId)
    .groupBy('status')
    .execute();
  const paid = await db
    .selectFrom('payout')
    .select(sql<string>`cast(coalesce(sum(amount), 0) as text)`.as('amount'))
    .where('seller_id', '=', sellerId)
    .executeTakeFirstOrThrow();
  const net = (status: 'settled' | 'pending') =>
    BigInt(sums.find((sum) => sum.status === status)?.net ?? '0');
  return { available: net('settled') - BigInt(paid.amount), pending: net('pending') };
}

const paymentList: ListRules<'payment'> = {
  table: 'payment',
  sorts: lists.payments.sorts,
  filters: { kind: oneOfTexts('kind'), status: oneOfTexts('status') },
};

const payoutList: ListRules<'payout'> = {
  table: 'payout',
  sorts: lists.payouts.sorts,
  filters: { status: oneOfTexts('status') },
};

/** Money on v2. */
export const financeHandlers: HandlersOf<typeof financeOperations> = {
  listPayments: (call) =>
    answerList(call, paymentList, (rows) => rows.map((row) => showPayment(row, call.display))),
  listPayouts: (call) =>
    answerList(call, payoutList, (rows) => rows.map((row) => showPayout(row, call.display))),
  getPayment: async (call) => {
    const payment = await call.db
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', pathId(call.parameters.payment) ?? 0)
      .where('seller_id', '=', call.sellerId)
      .executeTakeFirst();
    return payment === undefined
      ? sandboxProblems.notFound
      : ok({ data: showPayment(payment, call.display) });
  },
  getPayout: async (call) => {
    const payout = await call.db
      .selectFrom('payout')
      .selectAll()
      .where('id', '=', pathId(call.parameters.payout) ?? 0)
      .where('seller_id', '=', call.sellerId)
      .executeTakeFirst();
    return payout === undefined ? sandboxProblems.notFound : ok({ data: showPayout(payout, call.display) });
  },
  getBalance: async (call) => {
    const { available, pending } = await balanceOf(call);
    const { shape, dollarsPerEuro } = call.display;
    return ok({
      data: {
        available_eur: showCents(available, 'EUR', shape),
        available_usd: showCents(convert(available, dollarsPerEuro), 'USD', shape),
        pending_eur: showCents(pending, 'EUR', shape),
        pending_usd: showCents(convert(pending, dollarsPerEuro), 'USD', shape),
      },
    });
  },
};

function showPayment(payment: Selectable<PaymentTable>, { shape }: Display) {
  const { id, order_id, kind, status, amount, fee, created_at, updated_at } = payment;
  return {
    id,
    order_id,
    kind,
    status,
    amount_eur: showCents(BigInt(amount), 'EUR', shape),
    fee_eur: showCents(BigInt(fee), 'EUR', shape),
    net_eur: showCents(BigInt(amount) - BigInt(fee), 'EUR', shape),
    created_at,
    updated_at,
  };
}

function showPayout(payout: Selectable<PayoutTable>, { shape }: Display) {
  const { id, status, method, amount, created_at, updated_at, paid_at } = payout;
  return {
    id,
    status,
    method,
    amount_eur: showCents(BigInt(amount), 'EUR', shape),
    created_at,
    updated_at,
    paid_at,
  };
}
