import { invalid } from '../http/checkBody';
import { ok, sandboxProblems, type Reply } from '../http/reply';
import type { SellerCall, Handler } from '../market';
import type { OrderKind } from '../storage/sandboxSchema';
import { type Columns, type RowCondition, equals, type MarketTable } from '../storage/tables';
import { DELIVERY_SECONDS } from '../storage/sandboxSchema';
import { betweenInstants, contains, type ListRules, oneOfNumbers, oneOfTexts, sortsByColumn } from './lists';

/** The actions on an offer as a whole. */
export type Action = 'list' | 'draft' | 'archive';

/** The action that leads to a status that v1 clients ask for (observed). */
export const ACTION_FOR = { listed: 'list', draft: 'draft', archived: 'archive' } as const;

/** The status that an action leads to. */
const RESULT_OF = { list: 'listed', draft: 'draft', archive: 'archived' } as const;

/** States from which an action is allowed (observed); doing what is already done changes nothing. */
const ALLOWED_FROM: Readonly<Record<Action, readonly string[]>> = {
  list: ['draft', 'listed'],
  draft: ['draft', 'listed', 'archived'],
  archive: ['draft', 'listed', 'archived'],
};

/** How lists of offers can be sorted and filtered; there is no filter for a login (observed). */
export const offerList: ListRules = {
  sorts: {
    ...sortsByColumn('id', 'created_at', 'updated_at', 'price', 'views'),
    delivery_time: DELIVERY_SECONDS,
    listed_at: 'listed_at',
  },
  filters: {
    search: contains('title'),
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    game_id: oneOfNumbers('game_id'),
    created_at: betweenInstants('created_at'),
  },
};

/** A slug made of a title (spec 4.2: "generated when absent"): lower-case ASCII words joined by hyphens. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'account';
}

/** The answer of an action, which holds the offer (spec 4.7). */
export const actionAnswer = (data: unknown, action: Action | 'duplicate', previousStatus: string): Reply =>
  ok({
    data,
    message:
      action === 'duplicate' ? 'The offer has been duplicated.' : `The offer is now ${RESULT_OF[action]}.`,
    action,
    previous_status: previousStatus,
  });

interface Offer {
  readonly id: number;
  readonly seller_id: number;
  readonly status: string;
}

/** What differs between offers of two kinds. */
interface OfferKind<Row extends Offer> {
  readonly orderKind: OrderKind;
  readonly table: (call: SellerCall) => MarketTable<Row>;
  /** RowCondition of the rows of this kind. */
  readonly isOfKind: readonly RowCondition[];
  /** Name of the field in the refusal of a delete. */
  readonly field: string;
  /** Names the refusal of a listing, if there is one. */
  readonly unlistable?: (call: SellerCall, offer: Row) => Reply | undefined;
}

export type Moved<Row> =
  | { readonly ok: true; readonly offer: Row }
  | { readonly ok: false; readonly reply: Reply };

/** Several offers to be changed in one call. */
export interface Bulk {
  /** Name of the body member that holds the ids. */
  readonly field: string;
  readonly ids: readonly (number | string)[];
  readonly action: Action;
}

/** Finds, changes, moves and removes the caller's offers of one kind. */
export function offersOf<Row extends Offer>(kind: OfferKind<Row>) {
  const { table, isOfKind, field, orderKind, unlistable } = kind;
  const ownOffers = ({ sellerId }: SellerCall): RowCondition[] => [
    equals('seller_id', sellerId),
    ...isOfKind,
  ];
  const find = (call: SellerCall, id: string | number | undefined): Row | undefined =>
    table(call).find(id, ...ownOffers(call));
  /** Handles a call about one offer, named by a parameter of its path; else 404. */
  const withOffer =
    (parameter: string, handle: (call: SellerCall, offer: Row) => Reply): Handler =>
    (call) => {
      const offer = find(call, call.parameters[parameter]);
      return offer === undefined ? sandboxProblems.notFound : handle(call, offer);
    };
  const save = (call: SellerCall, offer: Row, columns: Columns<Row>): Row =>
    table(call).save(offer, { ...columns, updated_at: call.at });
  const move = (call: SellerCall, offer: Row, action: Action): Moved<Row> => {
    const status = RESULT_OF[action];
    if (!ALLOWED_FROM[action].includes(offer.status)) {
      const text = `The offer cannot become ${status} while it is ${offer.status}.`;
      return { ok: false, reply: invalid({ status: [text] }) };
    }
    const refusal = action === 'list' ? unlistable?.(call, offer) : undefined;
    if (refusal !== undefined) return { ok: false, reply: refusal };
    const isNewlyListed = action === 'list' && offer.status !== 'listed';
    const columns = { status, listed_at: isNewlyListed ? call.at : undefined } as unknown as Columns<Row>;
    return { ok: true, offer: save(call, offer, columns) };
  };
  const moved = (call: SellerCall, offer: Row, action: Action, answer: (offer: Row) => Reply): Reply => {
    const result = move(call, offer, action);
    return result.ok ? answer(result.offer) : result.reply;
  };
  /** Changes several offers (observed in v1); one that is missing or may not change refuses them all. */
  const moveMany = (
    call: SellerCall,
    { field: name, ids, action }: Bulk,
    show: (offer: Row) => unknown,
  ): Reply => {
    const offers = ids.map((id) => find(call, id));
    const missing = [...offers.keys()].filter((index) => offers[index] === undefined);
    if (missing.length > 0) {
      const fields = missing.map((index) => `${name}.${index}`);
      return invalid(Object.fromEntries(fields.map((at) => [at, [`The selected ${at} is invalid.`]])));
    }
    const data: unknown[] = [];
    for (const offer of offers.filter((row) => row !== undefined)) {
      const result = move(call, offer, action);
      if (!result.ok) return result.reply;
      data.push(show(result.offer));
    }
    return ok({ message: 'The statuses have been updated.', data });
  };
  /** Deletes an offer; one that was ever sold stays, for its orders name it. */
  const remove = (call: SellerCall, offer: Row): Reply => {
    if (call.orders.first([equals('offer_id', offer.id), equals('kind', orderKind)]) !== undefined)
      return invalid({ [field]: ['An offer with orders cannot be deleted.'] });
    table(call).remove(offer);
    return ok({ message: 'The offer has been deleted.' });
  };
  return { own: ownOffers, one: withOffer, save, moved, moveMany, remove };
}
