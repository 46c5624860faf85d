import type { Condition, Outlook } from './condition';
import type { Evidence } from './evidence';
import { percentText } from './percentText';
import type { Requirements } from './requirements';

const seen = (all: boolean): Outlook => (all ? 'passed' : 'undecided');

function operationsSeen({ operations }: Evidence, expected: readonly string[]): Condition {
  const missing = expected.filter((name) => !operations.has(name));
  const sentence =
    missing.length === 0 ? 'every operation was compared' : `never compared: ${missing.join(', ')}`;
  return { name: 'operations', outlook: seen(missing.length === 0), sentence };
}

/** Good-Turing: the share of traffic of kinds never seen is about the share of kinds seen once. */
function signaturesSeen({ signatures, compared }: Evidence, most: number): Condition {
  const once = [...signatures.values()].filter((count) => count === 1).length;
  const unseen = compared === 0 ? 1 : once / compared;
  const sentence = `about ${percentText(unseen)} of the traffic is of a kind never compared; allowed are ${percentText(most)}`;
  return { name: 'signatures', outlook: seen(unseen <= most), sentence };
}

function callersSeen({ callers }: Evidence, share: number): Condition {
  const total = [...callers.values()].reduce((sum, { served }) => sum + served, 0);
  const missing = [...callers].filter(
    ([, { served, compared }]) => compared === 0 && served > 0 && served >= share * total,
  );
  const names = missing.map(([name]) => name).join(', ');
  const sentence =
    missing.length === 0
      ? `every caller with ${percentText(share)} of the traffic was compared`
      : `callers never compared: ${names}`;
  return { name: 'callers', outlook: seen(missing.length === 0), sentence };
}

/** Was everything looked at that the traffic consists of? */
export function coverageConditions(
  evidence: Evidence,
  operations: readonly string[],
  { unseen, callerShare }: Requirements,
): readonly Condition[] {
  return [
    operationsSeen(evidence, operations),
    signaturesSeen(evidence, unseen),
    callersSeen(evidence, callerShare),
  ];
}
