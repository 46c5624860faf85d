import type { z } from 'zod';
import type { DifferenceKind } from '../../../src/comparison/compare/difference.js';
import type { Json } from '../../../src/contract/json.js';
import type { faultSchema, Rewriting } from '../../../src/sandbox/faults/faultSchema.js';

/** A fault in the form that the marketplace takes. */
export type Plant = z.input<typeof faultSchema>;

/** One fault of v2, and the issue that has to be reported. */
export interface PlantedFault {
  readonly name: string;
  readonly plants: readonly Plant[];
  /** Kind of the issue, and the end of its path. */
  readonly kind: DifferenceKind;
  readonly path: string;
  /** Resource and v1 attribute of the mapping line; without an attribute the operation's own line. */
  readonly line: readonly [resource: 'currency-offer' | 'account', attribute?: string];
  /** The reported relation. */
  readonly relation?: string;
  /** True for a fault that only writes can find. */
  readonly writes?: true;
  /** True for a fault that also causes other issues. */
  readonly spreads?: true;
}

type Edits = Rewriting['edits'];

/** Selects the changed resources and calls; default all. */
interface Bounds {
  readonly where?: Rewriting['where'];
  readonly rate?: number;
  readonly seller?: number;
}

/** Makes the same change on several routes, e.g. for a resource alone and in lists. */
export const rewriting =
  (...routes: readonly string[]) =>
  (edits: Edits, { where = {}, ...calls }: Bounds = {}): readonly Plant[] =>
    routes.map((route) => ({ route, ...calls, disturbance: { kind: 'rewrite', edits, where } }));

/** Changes currency offers of v2. */
export const currency = rewriting('GET /v2/currency-offers', 'GET /v2/currency-offers/{currencyOffer}');

/** Changes account offers of v2. */
const account = rewriting('GET /v2/account-offers', 'GET /v2/account-offers/{account}');

/** Draws one of some values for each answer. */
export const drawn = (at: string, firstValue: Json, ...otherValues: Json[]): Edits[number] => ({
  at,
  kind: 'draw',
  among: [firstValue, ...otherValues],
});

/** Names a fault, and the issue by kind and end of path; by default the line of that attribute makes it. */
function faultOf(
  resource: PlantedFault['line'][0],
  name: string,
  issue: `${DifferenceKind} ${string}`,
  plants: readonly Plant[],
  more: Pick<PlantedFault, 'relation' | 'writes' | 'spreads'> & {
    readonly attribute?: string | undefined;
  } = {},
): PlantedFault {
  const [kind, path] = issue.split(' ') as [DifferenceKind, string];
  const { attribute: named, ...others } = more;
  const isOwn = more.spreads === true || ('attribute' in more && named === undefined);
  const attribute = named ?? (path.startsWith('data.') ? 'data' : path.replace('.[]', ''));
  return { name, plants, kind, path, line: isOwn ? [resource] : [resource, attribute], ...others };
}

/** Issues and edits by the names of faults, each with its relation if it has one. */
type FaultTable = Readonly<
  Record<string, readonly [issue: `${DifferenceKind} ${string}`, edit: Edits[number], relation?: string]>
>;

const tableFaults = (resource: PlantedFault['line'][0], plant: typeof currency, table: FaultTable) =>
  Object.entries(table).map(([name, [issue, edit, relation]]) =>
    faultOf(resource, name, issue, plant([edit]), relation === undefined ? {} : { relation }),
  );

/** Faults of fields that have nothing to do with each other, in one v2 for each resource: each is an issue of its own. */
const faultsTogether: readonly (readonly PlantedFault[])[] = [
  tableFaults('currency-offer', currency, {
    'a text has another name': ['type title', { at: 'title', kind: 'rename', to: 'name' }],
    'a free member has another name': [
      'missing data.faction',
      { at: 'parameters.faction', kind: 'rename', to: 'side' },
    ],
    'prices are in cents': ['value price', { at: 'price_eur', kind: 'multiply', by: 100 }, 'v1 times 100'],
    'an enumeration has another word': [
      'value status',
      { at: 'status', kind: 'words', words: { listed: 'archived' } },
      'archived for listed',
    ],
    'texts are cut off': [
      'value description',
      { at: 'description', kind: 'cut', length: 30 },
      'cut off after 30 characters',
    ],
    'a count is off by one': ['value stock', { at: 'stock', kind: 'add', by: 1 }, 'v1 +1'],
    'a text is in capitals': [
      'value delivery_time.formatLong',
      { at: 'delivery_time.format_long', kind: 'case', to: 'upper' },
      'the same but for upper and lower case',
    ],
    'an identifier is in capitals': ['value uuid', { at: 'uuid', kind: 'case', to: 'upper' }],
    'a multiplier is a thousand times what it was': [
      'value currency_unit.multiplier',
      { at: 'currency_unit.multiplier', kind: 'multiply', by: 1_000 },
    ],
  }),
  tableFaults('account', account, {
    'instants are in milliseconds, which v1 has none of': [
      'type created_at',
      { at: 'created_at', kind: 'multiply', by: 1_000 },
    ],
    'a number is text': ['type data.rank', { at: 'parameters.rank', kind: 'quote' }],
    'a game has another slug': [
      'value game_slug',
      { at: 'game.slug', kind: 'words', words: { 'void-racers': 'void-racers-2' } },
    ],
    'a text ends in a space': [
      'value title',
      { at: 'title', kind: 'append', text: ' ' },
      'the same but for spaces around it',
    ],
    'instants are an hour late': [
      'value updated_at',
      { at: 'updated_at', kind: 'add', by: 3_600 },
      'an instant +60 minutes off',
    ],
    'the last elements of a list are missing': [
      'missing images.[]',
      { at: 'image_urls', kind: 'cut', length: 2 },
    ],
    'a text is empty': ['value ign', { at: 'parameters.ign', kind: 'set', value: '' }],
    'a hint has another word': [
      'value level_up_method',
      { at: 'parameters.level_up_method', kind: 'words', words: { by_hand: 'by_bot' } },
    ],
    'passwords are those of others': [
      'value password',
      { at: 'credentials.password', kind: 'set', value: 'not yours' },
    ],
  }),
];

/**
 * Faults that are each in a v2 of their own: they change what another one does, are proven in a way of their own, or stand
 * in the same mapping line as another one, which would make one issue of both.
 */
const faultsAlone: readonly PlantedFault[] = [
  ...tableFaults('currency-offer', currency, {
    'a duration is in milliseconds': [
      'value delivery_time.seconds',
      { at: 'delivery_time.seconds', kind: 'multiply', by: 1_000 },
      'v1 times 1000',
    ],
    'a flag is text': ['type data.face_to_face', { at: 'parameters.face_to_face', kind: 'quote' }],
    'a value is null': ['type listed_at', { at: 'listed_at', kind: 'set', value: null }],
    'prices are rounded at the sixth decimal': ['value price', { at: 'price_eur', kind: 'round', places: 5 }],
    'two counts are exchanged': ['value min_quantity', { at: 'min_quantity', kind: 'copy', from: 'stock' }],
    'there is a member more': [
      'extra data.internal_note',
      { at: 'parameters.internal_note', kind: 'set', value: 'x' },
    ],
  }),
  ...tableFaults('account', account, {
    'a free list is in another order': ['order data.medals', { at: 'parameters.medals', kind: 'reverse' }],
    'a list is in another order': ['order images', { at: 'image_urls', kind: 'reverse' }],
  }),
  faultOf(
    'currency-offer',
    'a required field has another name, so that no answer can be made',
    'unavailable answer',
    currency([{ at: 'stock', kind: 'rename', to: 'quantity' }]),
    { attribute: 'stock' },
  ),
  faultOf(
    'currency-offer',
    'pages are counted from zero',
    'missing data.[]',
    [
      {
        route: 'GET /v2/currency-offers',
        disturbance: {
          kind: 'rewrite',
          query: [{ at: 'page', kind: 'add', by: 1 }],
          body: [{ at: 'meta.current_page', kind: 'add', by: -1 }],
        },
      },
    ],
    { spreads: true },
  ),
  faultOf(
    'currency-offer',
    'the first page is always answered, which is not the one asked for',
    'unavailable answer',
    [
      {
        route: 'GET /v2/currency-offers',
        disturbance: { kind: 'rewrite', query: [{ at: 'page', kind: 'set', value: 1 }] },
      },
    ],
    { attribute: undefined },
  ),
  faultOf(
    'currency-offer',
    'the data of one game only is wrong',
    'value data.server',
    currency([{ at: 'parameters.server', kind: 'case', to: 'lower' }], {
      where: { 'game.slug': 'steelfront-tactics' },
    }),
  ),
  faultOf(
    'currency-offer',
    'one caller only sees other titles',
    'value title',
    currency([{ at: 'title', kind: 'append', text: ' (old)' }], { seller: 2 }),
  ),
  faultOf(
    'currency-offer',
    'one offer only is wrong',
    'value stock',
    currency([{ at: 'stock', kind: 'set', value: 3 }], { where: { id: 7_001 } }),
  ),
  faultOf(
    'currency-offer',
    'some calls find nothing',
    'status status',
    [
      {
        route: 'GET /v2/currency-offers/{currencyOffer}',
        rate: 0.2,
        disturbance: { kind: 'status', status: 404 },
      },
    ],
    { spreads: true },
  ),
  faultOf(
    'currency-offer',
    'a write leaves another price behind',
    'value price',
    currency([{ at: 'price_eur', kind: 'multiply', by: 100 }]),
    { relation: 'v1 times 100', writes: true },
  ),
  faultOf(
    'account',
    'a price is a hundredth too low every third time',
    'value price',
    account(
      [
        { at: 'price', kind: 'multiply', by: 0.99 },
        { at: 'price', kind: 'round', places: 2 },
      ],
      { rate: 0.33 },
    ),
  ),
];

/** Faults by the v2 that they are planted in. */
export const plantedSets = [...faultsTogether, ...faultsAlone.map((fault) => [fault])];
