import type { Selectable } from 'kysely';
import { lists } from '../../contract/v2/lists';
import type { financeOperations } from '../../contract/v2/operations/finance';
import { convert } from '../amounts/convert';
import { showCents } from '../amounts/showMoney';
import type { HandlersOf } from '../http/handler';
import { pathId } from '../http/pathId';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { oneOfTexts } from '../listing/filters';
import { listPage } from '../listing/listPage';
import type { ListRules } from '../listing/listRules';
import type { Display } from '../show/display';
import type { PaymentTable } from '../storage/paymentTable';
import type { PayoutTable } from '../storage/payoutTable';
import { balanceOf } from './balanceOf';

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
    listPage(call, paymentList, (rows) => rows.map((row) => showPayment(row, call.display))),
  listPayouts: (call) =>
    listPage(call, payoutList, (rows) => rows.map((row) => showPayout(row, call.display))),
  getPayment: async (call) => {
    const payment = await call.db
      .selectFrom('payment')
      .selectAll()
      .where('id', '=', pathId(call.parameters.payment) ?? 0)
      .where('seller_id', '=', call.sellerId)
      .executeTakeFirst();
    return payment === undefined ? problems.notFound : ok({ data: showPayment(payment, call.display) });
  },
  getPayout: async (call) => {
    const payout = await call.db
      .selectFrom('payout')
      .selectAll()
      .where('id', '=', pathId(call.parameters.payout) ?? 0)
      .where('seller_id', '=', call.sellerId)
      .executeTakeFirst();
    return payout === undefined ? problems.notFound : ok({ data: showPayout(payout, call.display) });
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
