import type { JsonObject } from '../../../src/contract/json.js';

/** A legacy account offer with every field (spec 4.2). */
export const legacyAccount: JsonObject = {
  game: 'emberfall-legends',
  title: 'Gold account',
  description: 'Played by hand.',
  price: 12.5,
  image_urls: ['https://images.example.com/1.png'],
  account_data: { rank: 'Gold', level: 120, server: 'EUW', level_up_method: 'by_hand', roles: ['top'] },
  game_items: { skins: ['neon-fox'] },
  login: 'gold@example.com',
  password: 'pässword',
  email_login: 'mail@example.com',
  email_password: 'mailpass',
  email_provider: 'example.com',
  external_id: 'shop-1',
  slug: 'gold-account',
  dump: 'gold euw',
  private_note: 'second batch',
  is_manual: false,
  delivery_instructions: 'Change the password.',
};

/** A non-legacy account offer: a stock of credentials (observed). */
export const stockedAccount: JsonObject = {
  game: 'realm-of-tides',
  title: 'Fresh mages',
  description: 'A stock of them.',
  price: '4.99',
  image_urls: ['https://images.example.com/2.png'],
  account_data: { class: 'mage' },
  game_items: {},
  credentials: ['Login: a\nPassword: 1', 'Login: b\nPassword: 2'],
};

/** A currency offer with all that is required (spec 4.6). */
export const currencyOffer: JsonObject = {
  description: 'Face to face.',
  price: 0.0125,
  game: 'realm-of-tides',
  stock: 1_000,
  min_quantity: 10,
  delivery_time: { duration: 3, unit: 'hours' },
};

/** An item offer: a currency offer with a title (observed). */
export const itemOffer: JsonObject = { ...currencyOffer, title: 'Storm drake' };

/** A v1 account with all that is required (observed). */
export const accountV1: JsonObject = {
  game: 'realm-of-tides',
  title: 'Mage',
  price: '9.990000',
  login: 'mage@example.com',
  password: 'secret',
  has_2fa: false,
  description: 'A mage.',
  account_data: { class: 'mage' },
  image_urls: ['https://images.example.com/3.png'],
};
