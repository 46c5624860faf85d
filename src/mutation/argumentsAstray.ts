import type { CodecCall } from '../mapping/codecCall';
import type { RuleEntry } from '../mapping/ruleEntry';
import { withoutMembers } from './withoutMembers';

type Written = NonNullable<RuleEntry['codec']>;
type Table = Readonly<Record<string, unknown>>;

const MOST_DECIMALS = 9;

const tableOf = (argument: unknown): Table =>
  typeof argument === 'object' && argument !== null ? { ...argument } : {};

function otherScales(argument: unknown): readonly Written[] {
  const scales = [Number(argument) - 1, Number(argument) + 1];
  return scales.filter((scale) => scale >= 0 && scale <= MOST_DECIMALS).map((scale) => `money(${scale})`);
}

function fewerOmitted(argument: unknown): readonly Written[] {
  const { omit } = tableOf(argument);
  const names: readonly unknown[] = Array.isArray(omit) ? omit : [];
  if (names.length < 2) return [];
  return names.map((name) => ({ phpObject: { omit: names.filter((other) => other !== name) } }));
}

/** Fewer members lifted, nothing beside them, and everything out of another member. */
function otherLiftings(argument: unknown): readonly Written[] {
  const lifting = tableOf(argument);
  const { members, outOf } = lifting;
  const names: readonly unknown[] = Array.isArray(members) ? members : [];
  const fewer = names.length < 2 ? [] : names.map((name) => names.filter((other) => other !== name));
  return [
    ...fewer.map((kept) => ({ lifted: { ...lifting, members: kept } })),
    ...('beside' in lifting ? [{ lifted: withoutMembers(lifting, ['beside']) }] : []),
    { lifted: { ...lifting, outOf: `${String(outOf)}s` } },
  ];
}

/** Each word missing, and every v2 word with the v1 word of the next. */
function otherWords(argument: unknown): readonly Written[] {
  const table = tableOf(argument);
  const entries = Object.entries(table);
  const fewer = entries.map(([word]) => ({ words: withoutMembers(table, [word]) }));
  if (entries.length < 2) return fewer;
  const turned = entries.map(([word], index) => [word, entries[(index + 1) % entries.length]?.[1]] as const);
  return [...fewer, { words: Object.fromEntries(turned) }];
}

const others: Readonly<Record<string, (argument: unknown) => readonly Written[]>> = {
  money: otherScales,
  phpObject: fewerOmitted,
  lifted: otherLiftings,
  words: otherWords,
};

/** The same codec with its argument missing, and with another one that is near. */
export const argumentsAstray = ({ name, argument }: CodecCall): readonly Written[] =>
  argument === undefined ? [] : [name, ...(others[name]?.(argument) ?? [])];
