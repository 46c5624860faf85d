import { z } from 'zod';
import { date, facts, freeObject, issuedText, openText, phpArray, secretText } from '../kinds';
import { decimalNumber, deliveryTimeInput, flag, limitedText } from '../requestKinds';
import { message, type OperationContract, type ParameterContract } from '../operationContract';
import { accountStatus, accountStatusBulk, envelope, listOfV1, pageParameters } from './envelopeV1';

/** The attributes of a v1 account (spec 2.11); nullable members as observed. */
export const account = z.object({
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  game_slug: issuedText(),
  status: openText('Draft', 'Pending', 'Listed', 'Processing', 'Sold', 'Refunded'),
  server: z.string(),
  level_up_method: openText('Handmade', 'Botted'),
  ign: z.string(),
  login: secretText(),
  password: secretText(),
  email_login: secretText().nullable(),
  email_password: secretText().nullable(),
  price: z.number(),
  data: freeObject().nullable(),
  trend_score: z.number(),
  is_featured: z.boolean(),
  is_rare: z.boolean(),
  is_discounted: z.boolean(),
  images: z.array(z.string()),
  created_at: date(),
  sold_at: date().nullable(),
  updated_at: date(),
});

const secret = () => limitedText(255).register(facts, { secret: true });

/** A new account (observed); the delivery time is required when the delivery is manual. */
export const accountCreate = z.object({
  game: issuedText(),
  title: limitedText(255),
  price: decimalNumber({ places: 2, minimum: 0.99, maximum: 999_999_999 }),
  login: secret(),
  password: secret(),
  has_2fa: flag(),
  description: limitedText(2_048),
  account_data: phpArray().unwrap(),
  image_urls: z.array(z.url({ protocol: /^https?$/ })).min(1),
  slug: limitedText(255).nullable().optional(),
  ign: limitedText(255).nullable().optional(),
  email_login: secret().nullable().optional(),
  email_password: secret().nullable().optional(),
  is_manual: flag().optional(),
  delivery_time: deliveryTimeInput().nullable().optional().register(facts, { requiredWhen: 'is_manual' }),
  server: limitedText(255).nullable().optional(),
  level_up_method: z.enum(['by_hand', 'by_bot']).nullable().optional(),
  dump: limitedText(2_048).nullable().optional(),
  delivery_instructions: limitedText(2_048).nullable().optional(),
  game_items: phpArray().optional(),
});

/** The template of accounts of one game (observed): server and level-up method stand next to the game's attributes. */
export const accountTemplate = z.object({ template: z.record(z.string(), z.unknown()) });

const oneAccount = envelope('accounts', account);

const withData: ParameterContract = {
  name: 'with_data',
  description: 'Whether to fill `data`: 1, 0, true or false; null by default.',
  type: 'boolean',
};

/** Accounts. */
export const accountOperations = {
  listAccounts: {
    method: 'GET',
    path: '/v1/accounts',
    summary: 'List the accounts',
    source: 'spec 4.9',
    query: [withData, ...pageParameters],
    status: 200,
    answer: listOfV1(oneAccount),
    refusals: [422],
  },
  createAccount: {
    method: 'POST',
    path: '/v1/accounts',
    summary: 'Create an account',
    source: 'observed',
    body: accountCreate,
    status: 201,
    answer: z.object({ data: oneAccount }),
    refusals: [403, 422],
  },
  getAccountTemplate: {
    method: 'GET',
    path: '/v1/accounts/template/{slug}',
    summary: 'Get what an account of a game needs; an unknown slug answers the games that exist',
    source: 'observed',
    open: true,
    status: 200,
    answer: accountTemplate,
    refusals: [404],
  },
  getAccountByLogin: {
    method: 'GET',
    path: '/v1/accounts/by-login/{accountLogin}',
    summary: 'Get an account by its login',
    source: 'spec 4.8',
    status: 200,
    answer: z.object({ data: oneAccount }),
    refusals: [404],
  },
  changeAccountStatuses: {
    method: 'PATCH',
    path: '/v1/accounts/status/bulk',
    summary: 'List or draft several accounts',
    source: 'observed',
    body: accountStatusBulk,
    status: 200,
    answer: z.object({ message: z.string(), data: z.array(oneAccount) }),
    refusals: [403, 422],
  },
  getAccount: {
    method: 'GET',
    path: '/v1/accounts/{account}',
    summary: 'Get an account',
    source: 'observed',
    query: [withData],
    status: 200,
    answer: z.object({ data: oneAccount }),
    refusals: [404],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/v1/accounts/{account}',
    summary: 'Delete an account that was never sold',
    source: 'observed',
    status: 200,
    answer: message,
    refusals: [403, 404, 422],
  },
  changeAccountStatus: {
    method: 'PATCH',
    path: '/v1/accounts/{account}/status',
    summary: 'List or draft an account',
    source: 'observed',
    body: accountStatus,
    status: 200,
    answer: z.object({ data: oneAccount }),
    refusals: [403, 404, 422],
  },
} as const satisfies Record<string, OperationContract>;
