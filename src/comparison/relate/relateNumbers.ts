import type { Relation } from '../relation';
import { aligned, decimal, MOST_DIGITS } from './decimal';

/** Powers of ten up to here, and the units of time. */
const FACTORS: readonly number[] = [...Array.from({ length: 9 }, (_, power) => 10 ** (power + 1)), 60, 3600];

/** Ten to the power of -`places`, as the unit of two aligned decimals has it, at most. */
const isNear = (one: bigint, other: bigint, unit: number, places: number): boolean => {
  const apart = one > other ? one - other : other - one;
  return apart < 10n ** BigInt(unit - places);
};

/** The one is the other with fewer places: rounded or cut off. */
function rounding(v1: string, v2: string): Relation | undefined {
  const [one, other] = [decimal(v1), decimal(v2)];
  if (one.places === other.places) return undefined;
  const [digits1, digits2, unit] = aligned(one, other);
  const places = Math.min(one.places, other.places);
  if (!isNear(digits1, digits2, unit, places)) return undefined;
  return { kind: other.places < one.places ? 'rounded' : 'unrounded', places };
}

function scale(v1: string, v2: string): Relation | undefined {
  const [one, other] = aligned(decimal(v1), decimal(v2));
  if (one === 0n || other === 0n) return undefined;
  const up = FACTORS.find((factor) => other === one * BigInt(factor));
  if (up !== undefined) return { kind: 'scale', factor: up };
  const down = FACTORS.find((factor) => one === other * BigInt(factor));
  return down === undefined ? undefined : { kind: 'scale', factor: 1 / down };
}

/** How two numbers hang together, both as canonical decimal text: by a factor or by rounding. */
export function relateNumbers(v1: string, v2: string): Relation | undefined {
  if (Math.max(v1.length, v2.length) > MOST_DIGITS) return undefined;
  return scale(v1, v2) ?? rounding(v1, v2);
}

/** What is added to the one to make the other; any two numbers have that much in common. */
export function offset(v1: string, v2: string): Relation | undefined {
  if (Math.max(v1.length, v2.length) > MOST_DIGITS) return undefined;
  const [one, other, places] = aligned(decimal(v1), decimal(v2));
  const by = Number(other - one) / 10 ** places;
  return Number.isFinite(by) ? { kind: 'offset', by } : undefined;
}
