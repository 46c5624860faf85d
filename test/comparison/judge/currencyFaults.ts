import {
  currency,
  deliveryTime,
  gameOf,
  isCurrency,
  objectOf,
  parameters,
  scaled,
  text,
  without,
} from './edits';
import type { Fault } from './fault';

/** Ways in which v2 may be wrong about currency offers, each alone. */
export const currencyFaults: readonly Fault[] = [
  {
    name: 'a required field has another name, so that no answer can be made',
    change: { offer: (offer) => (isCurrency(offer) ? { ...without(offer, 'title'), name: 'x' } : offer) },
    kind: 'status',
    path: 'status',
    line: ['currency-offer', 'title'],
  },
  {
    name: 'a free member has another name',
    change: currency((offer) => {
      const own = objectOf(offer['parameters']);
      return { parameters: { ...without(own, 'faction'), side: own['faction'] } };
    }),
    kind: 'missing',
    path: 'data.faction',
    line: ['currency-offer', 'data'],
  },
  {
    name: 'prices are in cents',
    change: currency((offer) => ({ price_eur: scaled(offer['price_eur'], 100) })),
    kind: 'value',
    path: 'price',
    line: ['currency-offer', 'price'],
  },
  {
    name: 'a value is null',
    change: currency(() => ({ listed_at: null })),
    kind: 'type',
    path: 'listed_at',
    line: ['currency-offer', 'listed_at'],
  },
  {
    name: 'an enumeration has another word',
    change: currency((offer) => ({
      status: offer['status'] === 'listed' ? 'archived' : text(offer['status']),
    })),
    kind: 'value',
    path: 'status',
    line: ['currency-offer', 'status'],
  },
  {
    name: 'pages are counted from zero',
    spreads: true,
    change: { page: (page) => page + 1 },
    kind: 'missing',
    path: 'data.[]',
    line: ['currency-offer'],
  },
  {
    name: 'texts are cut off',
    change: currency((offer) => ({ description: text(offer['description']).slice(0, 40) })),
    kind: 'value',
    path: 'description',
    line: ['currency-offer', 'description'],
  },
  {
    name: 'prices are rounded at the sixth decimal',
    change: currency((offer) => ({ price_eur: Number(offer['price_eur']).toFixed(5) })),
    kind: 'value',
    path: 'price',
    line: ['currency-offer', 'price'],
  },
  {
    name: 'the data of one game only is wrong',
    change: currency((offer) =>
      gameOf(offer) === 'bless'
        ? { parameters: { ...objectOf(offer['parameters']), server: 'unknown' } }
        : {},
    ),
    kind: 'value',
    path: 'data.server',
    line: ['currency-offer', 'data'],
  },
  {
    name: 'one caller only sees other titles',
    change: currency((offer, caller) => (caller === 'eve' ? { title: `${text(offer['title'])} (eve)` } : {})),
    kind: 'value',
    path: 'title',
    line: ['currency-offer', 'title'],
  },
  {
    name: 'one offer only is wrong',
    change: currency((offer) => (offer['id'] === 7 ? { stock: 0 } : {})),
    kind: 'value',
    path: 'stock',
    line: ['currency-offer', 'stock'],
  },
  {
    name: 'a count is off by one',
    change: currency((offer) => ({ stock: Number(offer['stock']) + 1 })),
    kind: 'value',
    path: 'stock',
    line: ['currency-offer', 'stock'],
  },
  {
    name: 'two counts are exchanged',
    change: currency((offer) => ({ min_quantity: Number(offer['stock']) })),
    kind: 'value',
    path: 'min_quantity',
    line: ['currency-offer', 'min_quantity'],
  },
  {
    name: 'seconds are minutes',
    change: deliveryTime((own) => ({ seconds: Number(own['seconds']) / 60 })),
    kind: 'value',
    path: 'delivery_time.seconds',
    line: ['currency-offer', 'delivery_time.seconds'],
  },
  {
    name: 'a text is in lower case',
    change: deliveryTime((own) => ({ format_long: text(own['format_long']).toLowerCase() })),
    kind: 'value',
    path: 'delivery_time.formatLong',
    line: ['currency-offer', 'delivery_time.formatLong'],
  },
  {
    name: 'an identifier is in upper case',
    change: currency((offer) => ({ uuid: text(offer['uuid']).toUpperCase() })),
    kind: 'value',
    path: 'uuid',
    line: ['currency-offer', 'uuid'],
  },
  {
    name: 'a multiplier is a thousand times what it was',
    change: currency((offer) => {
      const unit = objectOf(offer['currency_unit']);
      return { currency_unit: { ...unit, multiplier: Number(unit['multiplier']) * 1_000 } };
    }),
    kind: 'value',
    path: 'currency_unit.multiplier',
    line: ['currency-offer', 'currency_unit.multiplier'],
  },
  {
    name: 'a flag is text',
    change: parameters((own) => ({ trusted: text(own['trusted']) })),
    kind: 'type',
    path: 'data.trusted',
    line: ['currency-offer', 'data'],
  },
  {
    name: 'a number is text',
    change: parameters((own) => ({ level: text(own['level']) })),
    kind: 'type',
    path: 'data.level',
    line: ['currency-offer', 'data'],
  },
  {
    name: 'there is a member more',
    change: parameters(() => ({ internal_note: 'x' })),
    kind: 'extra',
    path: 'data.internal_note',
    line: ['currency-offer', 'data'],
  },
  {
    name: 'some offers are not found',
    spreads: true,
    change: { status: (id) => (id % 10 === 3 ? 404 : 200) },
    kind: 'status',
    path: 'status',
    line: ['currency-offer'],
  },
];
