import type { DifferenceKind } from './difference';
import { expiresSoon } from './expiresSoon';
import type { IgnoreRule } from './ignoreRule';
import type { KeptIgnored } from './observed';

/** What a rule hides within its first hits is what it was agreed for; a kind that begins later is told. */
const AGREED_HITS = 50;

/** What one rule has hidden. */
export interface RuleTally {
  readonly rule: IgnoreRule;
  /** Requests in which it hid something. */
  hits: number;
  readonly kinds: Map<DifferenceKind, number>;
  /** What it began to hide later, as `kind at path`. */
  readonly widened: Set<string>;
}

/** Counts what the rules hide. */
export interface RuleHits {
  readonly add: (ignored: readonly KeptIgnored[]) => void;
  readonly all: () => readonly RuleTally[];
}

/** Names told of what a rule has begun to hide. */
const MOST_TOLD = 20;

function count(tally: RuleTally, ignored: readonly KeptIgnored[]): void {
  tally.hits += 1;
  for (const { path, kind } of ignored) {
    const isNew = !tally.kinds.has(kind);
    if (isNew && tally.hits > AGREED_HITS && tally.widened.size < MOST_TOLD) {
      tally.widened.add(`${kind} at ${path}`);
    }
    tally.kinds.set(kind, (tally.kinds.get(kind) ?? 0) + 1);
  }
}

/** Nothing hidden yet. */
export function createRuleHits(rules: readonly IgnoreRule[]): RuleHits {
  const tallies = new Map<number, RuleTally>(
    rules.map((rule) => [rule.line, { rule, hits: 0, kinds: new Map(), widened: new Set() }]),
  );
  return {
    add: (ignored) => {
      for (const line of new Set(ignored.map((one) => one.line))) {
        const tally = tallies.get(line);
        if (tally !== undefined)
          count(
            tally,
            ignored.filter((one) => one.line === line),
          );
      }
    },
    all: () => [...tallies.values()],
  };
}

/** What the owner of a rule has to know at an instant, clock ms. */
export function ruleWarnings({ rule, widened }: RuleTally, now: number): readonly string[] {
  const wide = [...widened].map((what) => `now also hides ${what}`);
  if (rule.expires <= now) return [...wide, 'has expired and hides nothing any more'];
  return expiresSoon(rule, now)
    ? [...wide, `expires on ${new Date(rule.expires).toISOString().slice(0, 10)}`]
    : wide;
}
