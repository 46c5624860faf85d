import type { z } from 'zod';
import { statusAfter } from '../../contract/v2/offerPartsV2';
import { findGame } from '../games/catalogue';
import { gameHas, gameRequired } from '../games/gameRules';
import { invalid, type Rule } from '../http/checkBody';
import { created, ok, type Reply } from '../http/reply';
import { type Handler, orMissing, type SellerCall, withBody } from '../market';
import { DELIVERY_SECONDS } from '../storage/sandboxSchema';
import { type Columns, equals, type RowCondition } from '../storage/tables';
import { answerList, answerListV1, contains, filtersByColumn, type ListRules, sortsByColumn } from './lists';
import type { Action, OfferBody, OfferKind, OfferRow, ShowOffer } from './offerKind';
import { listOrders } from './orders';

/** Action to each status that v1 clients set (observed). */
const ACTION_FOR = { listed: 'list', draft: 'draft', archived: 'archive' } as const;

/** States that allow each action (observed); a repeated action changes nothing. */
const ALLOWED_FROM = {
  list: ['draft', 'listed'],
  draft: ['draft', 'listed', 'archived'],
  archive: ['draft', 'listed', 'archived'],
} as const;

const SORTS = ['id', 'created_at', 'updated_at', 'price', 'views', 'delivery_time', 'listed_at'] as const;

/** Sorts and filters of lists of offers; there is no filter for a login (observed). */
const offerList: ListRules = {
  sorts: { ...sortsByColumn(...SORTS), delivery_time: DELIVERY_SECONDS },
  filters: { search: contains('title'), ...filtersByColumn('id', 'status', 'game_id', 'created_at') },
};

/** Makes a slug from a title (spec 4.2: "generated when absent"): lower-case ASCII words with hyphens between them. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'account';
}

/** Handlers by their routes. */
type Routes = Readonly<Record<string, Handler>>;

type StatusSchema = z.ZodType<{ readonly status: keyof typeof ACTION_FOR }>;

/** Bodies by which v1 clients set the status of an offer or of several. */
interface StatusSchemas {
  readonly single: StatusSchema;
  readonly bulk: StatusSchema;
  /** Name of the member that holds the ids. */
  readonly field: string;
}

/** Finds, changes, moves, shows and removes the caller's offers of one kind. */
export class Offers<Row extends OfferRow> {
  constructor(private readonly kind: OfferKind<Row>) {}

  own({ sellerId }: SellerCall): RowCondition[] {
    return [equals('seller_id', sellerId), ...this.kind.isOfKind];
  }

  private find(call: SellerCall, id: string | number | undefined): Row | undefined {
    return this.kind.table(call).find(id, ...this.own(call));
  }

  /** Handles a call about the offer that a parameter of its path names, or answers 404. */
  one(parameter: string, handle: (call: SellerCall, offer: Row) => Reply): Handler {
    return (call) => orMissing(this.find(call, call.parameters[parameter]), (offer) => handle(call, offer));
  }

  /** Stores a new draft. */
  insert(call: SellerCall, columns: Columns<Row>): Row {
    const { at, sellerId } = call;
    const fixed = { seller_id: sellerId, created_at: at, updated_at: at };
    return this.kind.table(call).insert({ ...this.kind.complete(columns), ...fixed });
  }

  private save(call: SellerCall, offer: Row, columns: Columns<Row>): Row {
    return this.kind.table(call).save(offer, { ...columns, updated_at: call.at });
  }

  /** Stores a body as a new draft, or in an offer. */
  write(
    call: SellerCall,
    version: 'v1' | 'v2',
    schema: z.ZodType,
    rules: readonly Rule[],
    offer?: Row,
  ): Reply {
    const { refuseWrite, columns, show } = this.kind;
    return withBody(call, schema, rules, (checked) => {
      const body = checked as OfferBody;
      const refusal = refuseWrite?.(call, body, offer);
      if (refusal !== undefined) return refusal;
      const changes = columns(body, version, call);
      if (offer === undefined) return created({ data: show[version](this.insert(call, changes), call) });
      return ok({ data: show[version](this.save(call, offer, changes), call) });
    });
  }

  /** Takes an action on an offer, or answers the refusal if its state or its kind does not allow the action. */
  moved(call: SellerCall, offer: Row, action: Action, answer: (offer: Row) => Reply): Reply {
    const status = statusAfter[action];
    if (!ALLOWED_FROM[action].some((from) => from === offer.status))
      return invalid({ status: [`The offer cannot become ${status} while it is ${offer.status}.`] });
    const refusal = action === 'list' ? this.kind.refuseListing?.(call, offer) : undefined;
    if (refusal !== undefined) return refusal;
    const isNew = action === 'list' && offer.status !== 'listed';
    const changes = { status, ...(isNew && { listed_at: call.at }) };
    return answer(this.save(call, offer, changes as unknown as Columns<Row>));
  }

  /** Moves several offers, or none if one is missing or may not change (observed in v1). */
  private movedAll(
    call: SellerCall,
    field: string,
    ids: readonly (number | string)[],
    action: Action,
  ): Reply {
    const offers = ids.map((id) => this.find(call, id));
    const missing = [...offers.keys()].filter((index) => offers[index] === undefined);
    const fields = missing.map((index) => `${field}.${index}`);
    if (fields.length > 0)
      return invalid(Object.fromEntries(fields.map((name) => [name, [`The selected ${name} is invalid.`]])));
    const data: unknown[] = [];
    for (const offer of offers.filter((row) => row !== undefined)) {
      const reply = this.moved(call, offer, action, (changed) =>
        ok(data.push(this.kind.show.v1(changed, call))),
      );
      if (reply.status !== 200) return reply;
    }
    return ok({ message: 'The statuses have been updated.', data });
  }

  /** Deletes an offer; an offer that was ever sold stays, because its orders name it. */
  remove(call: SellerCall, offer: Row): Reply {
    const { name, deletedAs = 'offer', table, removeParts } = this.kind;
    if (call.orders.first([equals('offer_id', offer.id), equals('kind', name)]) !== undefined)
      return invalid({ [deletedAs]: ['An offer with orders cannot be deleted.'] });
    table(call).remove(offer);
    removeParts?.(call, offer);
    return ok({ message: 'The offer has been deleted.' });
  }

  /** Lists the operations of v2 by their routes. If two paths fit a request, the earlier one answers. */
  operationsV2(): Routes {
    const { name, path, parameter, service, actions, create, patch, rules, show, templateOf, table } =
      this.kind;
    const offerPath = `${path}/{${parameter}}`;
    const ofOne = (handle: (call: SellerCall, offer: Row) => Reply): Handler => this.one(parameter, handle);
    const act = (action: Action): [string, Handler] => [
      `POST ${offerPath}/${action}`,
      ofOne((call, offer) =>
        this.moved(call, offer, action, (changed) =>
          answerAction(show.v2(changed, call), action, offer, `The offer is now ${statusAfter[action]}.`),
        ),
      ),
    ];
    const remove = ofOne((call, offer) => this.remove(call, offer));
    return {
      [`GET ${path}`]: (call) =>
        answerList(call, table(call), this.own(call), offerList, (row) => show.v2(row, call)),
      [`POST ${path}`]: (call) =>
        this.write(call, 'v2', create(call), [gameRequired, gameHas(service), ...rules()]),
      [`GET ${path}/templates/{game}`]: ({ parameters }) =>
        orMissing(findGame(parameters.game ?? '', service), (game) => ok({ template: templateOf(game) })),
      [`GET ${offerPath}`]: ofOne((call, offer) => ok({ data: show.v2(offer, call) })),
      [`PATCH ${offerPath}`]: ofOne((call, offer) =>
        this.write(call, 'v2', patch, [gameHas(service), ...rules(offer)], offer),
      ),
      ...(this.kind.deletedAs !== undefined && { [`DELETE ${offerPath}`]: remove }),
      ...Object.fromEntries(actions.map(act)),
      [`GET ${offerPath}/orders`]: ofOne((call, { id }) => listOrders(call, name, equals('offer_id', id))),
    };
  }

  /** Lists the reads of v1; `withView` may refuse the call, or choose the view. */
  readsV1(
    path: string,
    parameter: string,
    withView = (_call: SellerCall, answer: (show: ShowOffer<Row>) => Reply) => answer(this.kind.show.v1),
  ): Routes {
    const { table } = this.kind;
    return {
      [`GET ${path}`]: (call) =>
        withView(call, (show) => answerListV1(call, table(call), this.own(call), (row) => show(row, call))),
      [`GET ${path}/{${parameter}}`]: this.one(parameter, (call, offer) =>
        withView(call, (show) => ok({ data: show(offer, call) })),
      ),
    };
  }

  /** Lists the operations that set a status on v1, for one offer and for several. */
  statusesV1(path: string, { single, bulk, field }: StatusSchemas): Routes {
    const { parameter, show } = this.kind;
    return {
      [`PATCH ${path}/status/bulk`]: (call) =>
        withBody(call, bulk, [], ({ status, ...body }) => {
          const { [field]: ids } = body as Readonly<Record<string, readonly (number | string)[]>>;
          return this.movedAll(call, field, ids ?? [], ACTION_FOR[status]);
        }),
      [`PATCH ${path}/{${parameter}}/status`]: this.one(parameter, (call, offer) =>
        withBody(call, single, [], ({ status }) =>
          this.moved(call, offer, ACTION_FOR[status], (changed) => ok({ data: show.v1(changed, call) })),
        ),
      ),
    };
  }
}

/** Answers an action with the current offer (spec 4.7). */
export const answerAction = (
  data: unknown,
  action: Action | 'duplicate',
  { status }: Pick<OfferRow, 'status'>,
  message: string,
): Reply => ok({ data, message, action, previous_status: status });
