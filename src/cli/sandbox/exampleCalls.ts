import { quoteForShell as quote } from '../explain/shellWords';

/** Parameters of the two example calls: address, keys, and the things they name. */
interface ExampleCalls {
  /** Origin of the gateway. */
  readonly origin: string;
  readonly key: string;
  readonly login: string;
  readonly currencyOfferId: number;
  /** Slug of that offer's game. */
  readonly game: string;
}

const update = {
  description: 'Delivered by hand, usually within the hour.',
  price: 0.012345,
  stock: 1500,
  min_quantity: 10,
  delivery_time: { duration: 45, unit: 'minutes' },
};

/**
 * Renders two v1 calls, ready to paste into a shell: an account by its login (spec 4.8), a currency offer's update
 * (spec 4.6).
 */
export function exampleCalls({ origin, key, login, currencyOfferId, game }: ExampleCalls): string[] {
  const insecure = origin.startsWith('https:') ? ['--insecure'] : [];
  const call = [
    'curl',
    '--silent',
    '--show-error',
    ...insecure,
    '--header',
    quote(`Authorization: Bearer ${key}`),
  ];
  const account = `${origin}/v1/accounts/by-login/${encodeURIComponent(login)}`;
  const offer = `${origin}/v1/currency-offers/${String(currencyOfferId)}`;
  const body = JSON.stringify({ ...update, game });
  const json = ['--header', quote('Content-Type: application/json'), '--data', quote(body)];
  return [
    [...call, quote(account)].join(' '),
    [...call, '--request', 'PATCH', ...json, quote(offer)].join(' '),
  ];
}
