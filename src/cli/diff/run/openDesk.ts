import { randomBytes } from 'node:crypto';
import type { Book } from '../../../comparison/book';
import { createAccounts } from '../../../comparison/createAccounts';
import { createCompare } from '../../../comparison/createCompare';
import type { Privacy } from '../../../comparison/createPrivacy';
import type { IgnoreRule } from '../../../comparison/ignoreRule';
import { keep } from '../../../comparison/keep';
import type { Pair } from '../../../comparison/pair';
import type { Clock } from '../../../gateway/clock';
import { createGateway } from '../../../gateway/createGateway';
import { digestKey } from '../../../gateway/keys/digestKey';
import { exchangeKeys } from '../../../gateway/keys/exchangeKeys';
import type { Upstream } from '../../../gateway/upstream';
import { createBudget } from '../../../http/shadow/createBudget';
import { createControls } from '../../../http/shadow/createControls';
import { createRawAnswers } from '../../../http/shadow/createRawAnswers';
import type { Desk } from '../../../http/shadow/desk';
import type { ShadowLimits } from '../../../http/shadow/shadowParts';
import type { Mappings } from '../../../mapping/loadMappings';

/** Two systems, and how they are held together. */
export interface DeskMakings {
  readonly v1: Upstream;
  readonly v2: Upstream;
  readonly keys: { readonly v1: string; readonly v2: string };
  readonly mappings: Mappings;
  readonly rules: readonly IgnoreRule[];
  readonly book: Book;
  readonly privacy: Privacy;
  readonly epoch: string;
  /** Most calls a minute. */
  readonly perMinute: number;
  readonly clock: Clock;
  readonly random: () => number;
  /** Told of every pair with a difference. */
  readonly differing: (pair: Pair) => void;
  /** Told of bugs. */
  readonly failed: (thrown: unknown) => void;
}

const BODY = 4 * 1024 * 1024;

const limitsOf = (perMinute: number): ShadowLimits => ({
  ...{ samplePercent: 100, controlPercent: 5, queue: 1, places: 1, perMinute },
  ...{ bodyBytes: BODY, deadline: 60_000, lag: 0 },
});

/** The desk at which the pairs of one run are compared: nothing is served, everything is asked for. */
export function openDesk(makings: DeskMakings): Desk {
  const { v1, v2, keys, mappings, rules, book, privacy, epoch, perMinute, clock, random, differing, failed } =
    makings;
  const limits = limitsOf(perMinute);
  const raw = createRawAnswers(limits.bodyBytes);
  const gateway = createGateway({
    operations: mappings.operations,
    upstream: raw.seen(v2),
    keys: exchangeKeys([{ v1: digestKey(keys.v1), v2: [keys.v2] }]),
    clock,
    index: { secret: randomBytes(32), freshMs: 3_600_000, pageBudget: 1_000 },
    deadlineMs: limits.deadline,
    report: () => undefined,
  });
  return {
    ...{ gateway, raw, callV1: v1, limits, clock, random },
    unsent: gateway,
    compare: createCompare({ rules, now: clock.now }),
    accounts: createAccounts(),
    wantsControl: book.wantsControl,
    seen: (pair, compared, control) => {
      book.add(keep(pair, compared, control, { privacy, epoch }));
      if (compared.differences.length > 0) differing(pair);
    },
    writes: 'off',
    seed: '',
    busy: () => false,
    failed,
    budgets: { v1: createBudget(perMinute, clock), v2: createBudget(perMinute, clock) },
    controls: createControls(limits.controlPercent, random),
  };
}
