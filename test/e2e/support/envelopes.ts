import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json.js';
import type { Answered } from '../../sandbox/support/callSandbox.ts';

export const envelopesOf = ({ body }: Answered): readonly JsonObject[] => {
  const { data } = body;
  return (Array.isArray(data) ? data : [data]).filter(isJsonObject);
};

export const idsOf = (answered: Answered): readonly string[] =>
  envelopesOf(answered).map(({ id }) => textOf(id));

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

export const attributesOf = (envelope: JsonObject | undefined): JsonObject =>
  isJsonObject(envelope?.['attributes']) ? envelope['attributes'] : {};

export const statusOf = (answered: Answered): Json | undefined =>
  attributesOf(envelopesOf(answered)[0])['status'];

export const newAccount = (game: string, login: string): JsonObject => ({
  game,
  title: 'Level 60 trader',
  price: '12.500000',
  login,
  password: 'pass word',
  has_2fa: 0,
  description: 'Raised with care',
  account_data: { level: 60, region: 'EU', rank: 'gold' },
  image_urls: ['https://images.example.com/1.png'],
  server: '',
  level_up_method: 'by_hand',
  ign: 'Wren',
  email_login: 'box@mail.example',
  is_manual: 1,
  delivery_time: { duration: '3', unit: 'hours', format: '3h', formatLong: '3 hours', seconds: 10800 },
});
