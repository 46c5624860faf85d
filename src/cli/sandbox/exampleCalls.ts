import type { Sandbox } from '../../sandbox/sandboxOptions';
import { quoteForShell as quote } from '../explain/shellWords';

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
export function renderExampleCalls(
  origin: string,
  key: string,
  {
    sampleLogin,
    sampleCurrencyOfferId,
    sampleCurrencyGame: game,
  }: Pick<Sandbox, 'sampleLogin' | 'sampleCurrencyOfferId' | 'sampleCurrencyGame'>,
): string[] {
  const insecure = origin.startsWith('https:') ? ['--insecure'] : [];
  const call = [
    'curl',
    '--silent',
    '--show-error',
    ...insecure,
    '--header',
    quote(`Authorization: Bearer ${key}`),
  ];
  const account = `${origin}/v1/accounts/by-login/${encodeURIComponent(sampleLogin)}`;
  const offer = `${origin}/v1/currency-offers/${String(sampleCurrencyOfferId)}`;
  const body = JSON.stringify({ ...update, game });
  const json = ['--header', quote('Content-Type: application/json'), '--data', quote(body)];
  return [
    [...call, quote(account)].join(' '),
    [...call, '--request', 'PATCH', ...json, quote(offer)].join(' '),
  ];
}
