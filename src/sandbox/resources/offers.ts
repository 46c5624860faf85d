import type { z } from 'zod';
import { statusAfter } from '../../contract/v2/offerPartsV2';
import { findGame, type Game, type GameService } from '../games/catalogue';
import { createServiceRule, requireGame } from '../games/gameRules';
import { checkBody, errorsOf, refuseFields, type Rule } from '../http/checkBody';
import { answerCreated, answerOk, foundRow, type Reply } from '../http/reply';
import type { Handler, Market, MarketCall, Routes } from '../market';
import {
  type AccountOffer,
  DELIVERY_SECONDS,
  type OrderKind,
  type StockOffer,
} from '../storage/sandboxSchema';
import { type Columns, type MarketTable, matchColumn, type RowCondition } from '../storage/tables';
import {
  answerList,
  answerListV1,
  createTextFilter,
  filtersByColumn,
  type ListRules,
  sortsByColumn,
} from './lists';
import { listOrders } from './orders';

/** Action to each status that v1 clients set (observed). */
const ACTION_FOR = { listed: 'list', draft: 'draft', archived: 'archive' } as const;

/** States that allow each action (observed); a repeated action changes nothing. */
const ALLOWED_FROM = {
  list: ['draft', 'listed'],
  draft: ['draft', 'listed', 'archived'],
  archive: ['draft', 'listed', 'archived'],
} as const;

/** Actions on an offer as a whole. */
type Action = keyof typeof ALLOWED_FROM;

const SORTS = ['id', 'created_at', 'updated_at', 'price', 'views', 'delivery_time', 'listed_at'] as const;

/** Sorts and filters of lists of offers; there is no filter for a login (observed). */
const offerList: ListRules = {
  sorts: { ...sortsByColumn(...SORTS), delivery_time: DELIVERY_SECONDS },
  filters: { search: createTextFilter('title'), ...filtersByColumn('id', 'status', 'game_id', 'created_at') },
};

type OfferRow = AccountOffer | StockOffer;

/** Shows an offer in the form of one version. */
type ShowOffer<Row> = (offer: Row, call: MarketCall) => unknown;

/** Body that its contract and rules have checked; a missing member changes nothing. */
export type OfferBody = Readonly<Record<string, unknown>>;

/** Kind of offers, with everything that is special to it. */
export interface OfferKind<Row extends OfferRow> {
  readonly name: OrderKind;
  readonly table: (market: Market) => MarketTable<Row>;
  /** Conditions of the rows of this kind. */
  readonly isOfKind: readonly RowCondition[];
  readonly service: GameService;
  /** Path of an offer; the path of the list is the part before its parameter. */
  readonly paths: Readonly<Record<'v1' | 'v2', string>>;
  readonly actions: readonly Action[];
  readonly create: (call: MarketCall) => z.ZodType;
  readonly patch: z.ZodType;
  /** Returns the rules of a v2 body, except those about its game; without an offer the rules of a new one. */
  readonly rules: (offer?: Row) => readonly Rule[];
  /** Returns the columns that a body sets. A column of undefined stays unchanged. */
  readonly columns: (body: OfferBody, version: 'v1' | 'v2', call: MarketCall) => Columns<Row>;
  /** Adds the further columns of a new offer. */
  readonly complete: (columns: Columns<Row>) => Columns<Row>;
  readonly show: Readonly<Record<'v1' | 'v2', ShowOffer<Row>>>;
  /** Makes the template of a game's offers on v2, with sample values (spec 2.7). */
  readonly templateOf: (game: Game) => unknown;
  /** Field of a refused deletion. It is undefined if v2 deletes no offer of this kind. */
  readonly deletedAs: string | undefined;
  /** Refuses a write that conflicts with another offer of the seller. */
  readonly checkWrite?: (call: MarketCall, body: OfferBody, offer: Row | undefined) => void;
  readonly checkListing?: (call: MarketCall, offer: Row) => void;
  /** Removes the parts of a deleted offer. */
  readonly removeParts?: (call: MarketCall, offer: Row) => void;
}

/** Bodies by which v1 clients set the status of an offer or, with their ids in `field`, of several. */
interface StatusSchemas {
  readonly single: z.ZodType<{ readonly status: keyof typeof ACTION_FOR }>;
  readonly bulk: StatusSchemas['single'];
  readonly field: string;
}

/** Finds, changes, moves, shows and removes the caller's offers of one kind. */
export class Offers<Row extends OfferRow> {
  constructor(private readonly kind: OfferKind<Row>) {}

  ownConditions({ sellerId }: MarketCall): RowCondition[] {
    return [matchColumn('seller_id', sellerId), ...this.kind.isOfKind];
  }

  private findById(call: MarketCall, id: string | number | undefined): Row | undefined {
    return this.kind.table(call).findRow(id, ...this.ownConditions(call));
  }

  /** Finds the offer that a path names, or refuses the call with 404. */
  find(call: MarketCall): Row {
    return foundRow(this.findById(call, call.parameters[0]));
  }

  /** Stores a new draft. */
  insert(call: MarketCall, columns: Columns<Row>): Row {
    const { at, sellerId } = call;
    const fixed = { seller_id: sellerId, created_at: at, updated_at: at };
    return this.kind.table(call).insertRow({ ...this.kind.complete(columns), ...fixed });
  }

  private save(call: MarketCall, offer: Row, columns: Columns<Row>): Row {
    return this.kind.table(call).saveRow(offer, { ...columns, updated_at: call.at });
  }

  /** Answers a call with a body: creates a draft, or changes `offer` if one is given. */
  write(
    call: MarketCall,
    version: 'v1' | 'v2',
    schema: z.ZodType,
    rules: readonly Rule[],
    offer?: Row,
  ): Reply {
    const { service, checkWrite, columns, show } = this.kind;
    // Each contract of an offer describes an object.
    const body = checkBody(schema, call.body, createServiceRule(service), ...rules) as OfferBody;
    checkWrite?.(call, body, offer);
    const changes = columns(body, version, call);
    if (offer === undefined) return answerCreated({ data: show[version](this.insert(call, changes), call) });
    return answerOk({ data: show[version](this.save(call, offer, changes), call) });
  }

  /** Takes an action on an offer, and returns it. Refuses if its state or its kind does not allow the action. */
  private takeAction(call: MarketCall, offer: Row, action: Action): Row {
    const status = statusAfter[action];
    if (!ALLOWED_FROM[action].some((from) => from === offer.status))
      refuseFields({ status: [`The offer cannot become ${status} while it is ${offer.status}.`] });
    if (action === 'list') this.kind.checkListing?.(call, offer);
    const isNew = action === 'list' && offer.status !== 'listed';
    const changes = { status, ...(isNew && { listed_at: call.at }) };
    return this.save(call, offer, changes as unknown as Columns<Row>);
  }

  /** Takes an action on the offer that a path of v1 names. */
  answerActionV1(call: MarketCall, action: Action, offer = this.find(call)): Reply {
    return answerOk({ data: this.kind.show.v1(this.takeAction(call, offer, action), call) });
  }

  /** Moves several offers. Moves none if one is missing or may not change (observed in v1). */
  private answerActionsV1(call: MarketCall, { bulk, field }: StatusSchemas): Reply {
    const { status, ...body } = checkBody(bulk, call.body);
    const { [field]: ids = [] } = body as Readonly<Record<string, readonly (number | string)[]>>;
    const offers = ids.map((id) => this.findById(call, id));
    const missing = [...offers.keys()].filter((index) => offers[index] === undefined);
    const fields = missing.map((index) => `${field}.${index}`);
    if (fields.length > 0) refuseFields(errorsOf(fields, (name) => `The selected ${name} is invalid.`));
    const data = offers
      .filter((offer) => offer !== undefined)
      .map((offer) => this.kind.show.v1(this.takeAction(call, offer, ACTION_FOR[status]), call));
    return answerOk({ message: 'The statuses have been updated.', data });
  }

  /** Deletes the offer that a path names. An offer that was ever sold stays, because its orders name it. */
  remove(call: MarketCall): Reply {
    const offer = this.find(call);
    const { name, deletedAs = 'offer', table, removeParts } = this.kind;
    if (call.orders.findFirst([matchColumn('offer_id', offer.id), matchColumn('kind', name)]) !== undefined)
      refuseFields({ [deletedAs]: ['An offer with orders cannot be deleted.'] });
    table(call).removeRow(offer);
    removeParts?.(call, offer);
    return answerOk({ message: 'The offer has been deleted.' });
  }

  /** Lists the operations of v2. If two paths fit a request, the earlier one answers. */
  listOperationsV2(): Routes {
    const { name, paths, service, actions, create, patch, rules, show, templateOf, table } = this.kind;
    const [path, listPath] = [paths.v2, listPathOf(paths.v2)];
    const actionRoute = (action: Action): [string, Handler] => [
      `POST ${path}/${action}`,
      (call) => {
        const offer = this.find(call);
        const changed = show.v2(this.takeAction(call, offer, action), call);
        return answerAction(changed, action, offer, `The offer is now ${statusAfter[action]}.`);
      },
    ];
    return {
      [`GET ${listPath}`]: (call) =>
        answerList(call, table(call), this.ownConditions(call), offerList, show.v2),
      [`POST ${listPath}`]: (call) => this.write(call, 'v2', create(call), [requireGame, ...rules()]),
      [`GET ${listPath}/templates/{game}`]: ({ parameters: [slug = ''] }) =>
        answerOk({ template: templateOf(foundRow(findGame(slug, service))) }),
      [`GET ${path}`]: (call) => answerOk({ data: show.v2(this.find(call), call) }),
      [`PATCH ${path}`]: (call) => {
        const offer = this.find(call);
        return this.write(call, 'v2', patch, rules(offer), offer);
      },
      ...(this.kind.deletedAs !== undefined && {
        [`DELETE ${path}`]: (call: MarketCall) => this.remove(call),
      }),
      ...Object.fromEntries(actions.map(actionRoute)),
      [`GET ${path}/orders`]: (call) => listOrders(call, name, matchColumn('offer_id', this.find(call).id)),
    };
  }

  /** Lists the reads of v1. `viewOf` may refuse the call. */
  listReadsV1(viewOf = (_call: MarketCall): ShowOffer<Row> => this.kind.show.v1): Routes {
    const { paths, table } = this.kind;
    return {
      [`GET ${listPathOf(paths.v1)}`]: (call) =>
        answerListV1(call, table(call), this.ownConditions(call), viewOf(call)),
      [`GET ${paths.v1}`]: (call) => {
        const offer = this.find(call);
        return answerOk({ data: viewOf(call)(offer, call) });
      },
    };
  }

  /** Lists the operations that set a status on v1, for one offer and for several. */
  listStatusesV1(schemas: StatusSchemas): Routes {
    const { v1: path } = this.kind.paths;
    return {
      [`PATCH ${listPathOf(path)}/status/bulk`]: (call) => this.answerActionsV1(call, schemas),
      [`PATCH ${path}/status`]: (call) => {
        const offer = this.find(call);
        const { status } = checkBody(schemas.single, call.body);
        return this.answerActionV1(call, ACTION_FOR[status], offer);
      },
    };
  }
}

const listPathOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** Answers an action with the current offer (spec 4.7). */
export const answerAction = (
  data: unknown,
  action: Action | 'duplicate',
  { status }: OfferRow,
  message: string,
): Reply => answerOk({ data, message, action, previous_status: status });
