import type { RecordedExchange } from '../../comparison/recordedExchange';
import { hasSecret } from '../recording/hasSecret';
import { observeAgain } from '../recording/observeAgain';
import type { ComparedSubject } from './comparedSubject';
import type { PairsAgain } from './pairsAgain';

const EPOCH = 'recorded';

/** Why nothing can be said of an exchange, whatever the mappings; undefined where something can. */
function whyUnknown(exchange: RecordedExchange): string | undefined {
  if (exchange.method !== 'GET') return 'a write is not sent again';
  if (hasSecret(exchange)) return 'it asked for a secret, which is not recorded';
  return exchange.v2 === undefined
    ? 'no answer of v2 is recorded: `lifeboat replay FILE --against URL --pairs FILE` asks for it'
    : undefined;
}

const evidenceOf = (observed: PairsAgain['before']['observed']) => ({
  ...{ epoch: EPOCH, observed },
  canAskAgain: false,
});

/** Translates recorded answers of v2 under both mappings; what counts is what both can answer. */
export async function recordedAgain(
  exchanges: readonly RecordedExchange[],
  { mappings: { operations: old }, rules: agreed }: ComparedSubject,
  { mappings: { operations }, rules }: ComparedSubject,
): Promise<PairsAgain> {
  const unknown = new Map<string, number>();
  const count = (why: string) => unknown.set(why, (unknown.get(why) ?? 0) + 1);
  const known = exchanges.filter((exchange) => {
    const why = whyUnknown(exchange);
    if (why !== undefined) count(why);
    return why === undefined;
  });
  const before = await observeAgain(known, { operations: old, rules: agreed }, EPOCH);
  const after = await observeAgain(known, { operations, rules }, EPOCH);
  const both = known.filter(({ id }) => {
    if (!before.has(id)) count('v2 did not answer, or not all of it is recorded');
    else if (!after.has(id)) count('the other mappings ask v2 for what is not recorded');
    return before.has(id) && after.has(id);
  });
  const under = (all: typeof before) => evidenceOf(both.flatMap(({ id }) => all.get(id) ?? []));
  return { before: under(before), after: under(after), unknown, unclear: 0 };
}
