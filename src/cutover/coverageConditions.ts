import { clockText } from './clockText';
import type { Condition, Outlook } from './condition';
import type { Evidence } from './evidence';
import type { Case } from './judge';
import { percentText } from './percentText';
import { type Used, usedWithin } from './usage';

const seen = (all: boolean): Outlook => (all ? 'passed' : 'undecided');

/** What has to be compared, what that is called, and the way round what never is. */
interface Expected {
  readonly names: readonly string[];
  readonly all: string;
  /** An operation that is missing, with how often it is used where that is why it is wanted. */
  readonly shown: (name: string) => string;
  readonly waiver: (missing: readonly string[]) => string;
}

const listed = (names: readonly string[]): string => `require: { operations: [${names.join(', ')}] }`;

function usedOf(
  operations: readonly string[],
  { operations: counts, days, since }: Used,
  now: number,
): Expected {
  const names = operations.filter((name) => counts.has(name));
  return {
    names,
    all: `every operation that clients used in ${days} days, as far as known since ${clockText(since, now)},`,
    shown: (name) => `${name} (requests in ${days} days: ${counts.get(name) ?? 0})`,
    waiver: (missing) => {
      const others = names.filter((name) => !missing.includes(name));
      return others.length === 0 ? '' : `; to go without: ${listed(others)}`;
    },
  };
}

function expectedOf({ operations, requirements, usage }: Case, now: number): Expected {
  const { operations: wanted, usedDays } = requirements;
  if (wanted === 'used') return usedOf(operations, usedWithin(usage, usedDays, now), now);
  const shown = (name: string): string => name;
  if (wanted === 'all') {
    const waiver = () => '; to wait only for what clients use: require: { operations: used }';
    return { names: operations, all: 'every operation', shown, waiver };
  }
  return { names: wanted, all: 'every operation that the plan names', shown, waiver: () => '' };
}

function operationsSeen(given: Case, now: number): Condition {
  const { names, all, shown, waiver } = expectedOf(given, now);
  const name = 'operations';
  if (names.length === 0) {
    const days = given.requirements.usedDays;
    const sentence = `no client has used anything in ${days} days, as far as known: what has to be compared? Name it: ${listed(given.operations)}`;
    return { name, outlook: 'undecided', sentence };
  }
  const missing = names.filter((one) => !given.evidence.operations.has(one));
  const sentence =
    missing.length === 0
      ? `${all} was compared`
      : `never compared: ${missing.map(shown).join(', ')}${waiver(missing)}`;
  return { name, outlook: seen(missing.length === 0), sentence };
}

/** Good-Turing: the share of traffic of kinds never seen is about the share of kinds seen once. */
function signaturesSeen({ signatures, compared }: Evidence, most: number): Condition {
  const once = [...signatures.values()].filter((count) => count === 1).length;
  const unseen = compared === 0 ? 1 : once / compared;
  const sentence = `about ${percentText(unseen)} of the traffic is of a kind never compared; allowed are ${percentText(most)}`;
  return { name: 'signatures', outlook: seen(unseen <= most), sentence };
}

function callersSeen({
  evidence: { callers },
  requirements: { callerShare: share },
  callerText,
}: Case): Condition {
  const total = [...callers.values()].reduce((sum, { served }) => sum + served, 0);
  const missing = [...callers].filter(
    ([, { served, compared }]) => compared === 0 && served > 0 && served >= share * total,
  );
  const names = missing.map(([caller]) => callerText(caller)).join(', ');
  const sentence =
    missing.length === 0
      ? `every caller with ${percentText(share)} of the traffic was compared`
      : `callers never compared: ${names}`;
  return { name: 'callers', outlook: seen(missing.length === 0), sentence };
}

/** Was everything looked at that the traffic consists of? */
export function coverageConditions(given: Case, now: number): readonly Condition[] {
  const { evidence, requirements } = given;
  return [operationsSeen(given, now), signaturesSeen(evidence, requirements.unseen), callersSeen(given)];
}
