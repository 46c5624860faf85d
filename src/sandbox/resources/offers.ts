import type { z } from 'zod';
import { statusAfter } from '../../contract/v2/offerPartsV2';
import { findGame } from '../games/catalogue';
import { createServiceRule, requireGame } from '../games/gameRules';
import { answerInvalid, type Rule } from '../http/checkBody';
import { answerCreated, answerOk, type Reply } from '../http/reply';
import { type Handler, answerRow, type SellerCall, answerBody } from '../market';
import { DELIVERY_SECONDS } from '../storage/sandboxSchema';
import { type Columns, matchColumn, type RowCondition } from '../storage/tables';
import {
  answerList,
  answerListV1,
  createTextFilter,
  filtersByColumn,
  type ListRules,
  sortsByColumn,
} from './lists';
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
  filters: { search: createTextFilter('title'), ...filtersByColumn('id', 'status', 'game_id', 'created_at') },
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

  ownConditions({ sellerId }: SellerCall): RowCondition[] {
    return [matchColumn('seller_id', sellerId), ...this.kind.isOfKind];
  }

  private find(call: SellerCall, id: string | number | undefined): Row | undefined {
    return this.kind.table(call).findRow(id, ...this.ownConditions(call));
  }

  /** Handles a call about the offer that a parameter of its path names, or answers 404. */
  offerHandler(parameter: string, handle: (call: SellerCall, offer: Row) => Reply): Handler {
    return (call) => answerRow(this.find(call, call.parameters[parameter]), (offer) => handle(call, offer));
  }

  /** Stores a new draft. */
  insert(call: SellerCall, columns: Columns<Row>): Row {
    const { at, sellerId } = call;
    const fixed = { seller_id: sellerId, created_at: at, updated_at: at };
    return this.kind.table(call).insertRow({ ...this.kind.complete(columns), ...fixed });
  }

  private save(call: SellerCall, offer: Row, columns: Columns<Row>): Row {
    return this.kind.table(call).saveRow(offer, { ...columns, updated_at: call.at });
  }

  /** Answers a call with a body: creates a draft, or changes `offer` if one is given. */
  createOrChange(
    call: SellerCall,
    version: 'v1' | 'v2',
    schema: z.ZodType,
    rules: readonly Rule[],
    offer?: Row,
  ): Reply {
    const { refuseWrite, columns, show } = this.kind;
    return answerBody(call, schema, rules, (checked) => {
      const body = checked as OfferBody; // each contract of an offer describes an object
      const refusal = refuseWrite?.(call, body, offer);
      if (refusal !== undefined) return refusal;
      const changes = columns(body, version, call);
      const showRow = (row: Row) => ({ data: show[version](row, call) });
      if (offer === undefined) return answerCreated(showRow(this.insert(call, changes)));
      return answerOk(showRow(this.save(call, offer, changes)));
    });
  }

  /** Takes an action on an offer, or answers the refusal if its state or its kind does not allow the action. */
  takeAction(call: SellerCall, offer: Row, action: Action, answer: (offer: Row) => Reply): Reply {
    const status = statusAfter[action];
    if (!ALLOWED_FROM[action].some((from) => from === offer.status))
      return answerInvalid({ status: [`The offer cannot become ${status} while it is ${offer.status}.`] });
    const refusal = action === 'list' ? this.kind.refuseListing?.(call, offer) : undefined;
    if (refusal !== undefined) return refusal;
    const isNew = action === 'list' && offer.status !== 'listed';
    const changes = { status, ...(isNew && { listed_at: call.at }) };
    return answer(this.save(call, offer, changes as unknown as Columns<Row>));
  }

  /** Moves several offers. There are none if one is missing or may not change (observed in v1). */
  private takeActions(
    call: SellerCall,
    field: string,
    ids: readonly (number | string)[],
    action: Action,
  ): Reply {
    const offers = ids.map((id) => this.find(call, id));
    const missing = [...offers.keys()].filter((index) => offers[index] === undefined);
    const fields = missing.map((index) => `${field}.${index}`);
    if (fields.length > 0)
      return answerInvalid(
        Object.fromEntries(fields.map((name) => [name, [`The selected ${name} is invalid.`]])),
      );
    const data: unknown[] = [];
    for (const offer of offers.filter((row) => row !== undefined)) {
      const reply = this.takeAction(call, offer, action, (changed) =>
        answerOk(data.push(this.kind.show.v1(changed, call))),
      );
      if (reply.status !== 200) return reply;
    }
    return answerOk({ message: 'The statuses have been updated.', data });
  }

  /** Deletes an offer. An offer that was ever sold stays, because its orders name it. */
  remove(call: SellerCall, offer: Row): Reply {
    const { name, deletedAs = 'offer', table, removeParts } = this.kind;
    if (call.orders.findFirst([matchColumn('offer_id', offer.id), matchColumn('kind', name)]) !== undefined)
      return answerInvalid({ [deletedAs]: ['An offer with orders cannot be deleted.'] });
    table(call).removeRow(offer);
    removeParts?.(call, offer);
    return answerOk({ message: 'The offer has been deleted.' });
  }

  /** Lists the operations of v2 by their routes. If two paths fit a request, the earlier one answers. */
  listOperationsV2(): Routes {
    const { name, path, parameter, service, actions, create, patch, rules, show, templateOf, table } =
      this.kind;
    const offerPath = `${path}/{${parameter}}`;
    const createHandler = (handle: (call: SellerCall, offer: Row) => Reply): Handler =>
      this.offerHandler(parameter, handle);
    const actionRoute = (action: Action): [string, Handler] => [
      `POST ${offerPath}/${action}`,
      createHandler((call, offer) =>
        this.takeAction(call, offer, action, (changed) =>
          answerAction(show.v2(changed, call), action, offer, `The offer is now ${statusAfter[action]}.`),
        ),
      ),
    ];
    const remove = createHandler((call, offer) => this.remove(call, offer));
    return {
      [`GET ${path}`]: (call) =>
        answerList(call, table(call), this.ownConditions(call), offerList, (row) => show.v2(row, call)),
      [`POST ${path}`]: (call) =>
        this.createOrChange(call, 'v2', create(call), [requireGame, createServiceRule(service), ...rules()]),
      [`GET ${path}/templates/{game}`]: ({ parameters }) =>
        answerRow(findGame(parameters.game ?? '', service), (game) =>
          answerOk({ template: templateOf(game) }),
        ),
      [`GET ${offerPath}`]: createHandler((call, offer) => answerOk({ data: show.v2(offer, call) })),
      [`PATCH ${offerPath}`]: createHandler((call, offer) =>
        this.createOrChange(call, 'v2', patch, [createServiceRule(service), ...rules(offer)], offer),
      ),
      ...(this.kind.deletedAs !== undefined && { [`DELETE ${offerPath}`]: remove }),
      ...Object.fromEntries(actions.map(actionRoute)),
      [`GET ${offerPath}/orders`]: createHandler((call, { id }) =>
        listOrders(call, name, matchColumn('offer_id', id)),
      ),
    };
  }

  /** Lists the reads of v1. `withView` may refuse the call, or choose the view. */
  listReadsV1(
    path: string,
    parameter: string,
    withView = (_call: SellerCall, answer: (show: ShowOffer<Row>) => Reply) => answer(this.kind.show.v1),
  ): Routes {
    const { table } = this.kind;
    return {
      [`GET ${path}`]: (call) =>
        withView(call, (show) =>
          answerListV1(call, table(call), this.ownConditions(call), (row) => show(row, call)),
        ),
      [`GET ${path}/{${parameter}}`]: this.offerHandler(parameter, (call, offer) =>
        withView(call, (show) => answerOk({ data: show(offer, call) })),
      ),
    };
  }

  /** Lists the operations that set a status on v1, for one offer and for several. */
  listStatusesV1(path: string, { single, bulk, field }: StatusSchemas): Routes {
    const { parameter, show } = this.kind;
    return {
      [`PATCH ${path}/status/bulk`]: (call) =>
        answerBody(call, bulk, [], ({ status, ...body }) => {
          const { [field]: ids } = body as Readonly<Record<string, readonly (number | string)[]>>;
          return this.takeActions(call, field, ids ?? [], ACTION_FOR[status]);
        }),
      [`PATCH ${path}/{${parameter}}/status`]: this.offerHandler(parameter, (call, offer) =>
        answerBody(call, single, [], ({ status }) =>
          this.takeAction(call, offer, ACTION_FOR[status], (changed) =>
            answerOk({ data: show.v1(changed, call) }),
          ),
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
): Reply => answerOk({ data, message, action, previous_status: status });
