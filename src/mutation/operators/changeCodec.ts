import { codecCall } from '../../mapping/codecCall';
import { codecNamed } from '../../mapping/codecNamed';
import { sourcePath } from '../../mapping/sourcePath';
import type { RuleEntry } from '../../mapping/ruleEntry';
import type { Mutant } from '../mutant';
import type { RuleSite } from '../ruleSite';
import type { Subject } from '../subject';
import { withoutMembers } from '../withoutMembers';

type Written = RuleEntry['codec'];

/** Codecs that make sense without an argument; a table of words is nothing that slips in. */
const others: readonly Written[] = [undefined, 'intString', 'capitalized', 'text', 'date', 'phpObject'];

function moneyNear(argument: unknown): readonly Written[] {
  const scale = Number(argument);
  return [scale - 1, scale + 1].filter((near) => near >= 0 && near <= 9).map((near) => `money(${near})`);
}

function fewerOmitted(argument: unknown): readonly Written[] {
  const omit: unknown =
    typeof argument === 'object' && argument !== null && 'omit' in argument ? argument.omit : [];
  const names: readonly unknown[] = Array.isArray(omit) ? omit : [];
  if (names.length < 2) return [];
  return names.map((name) => ({ phpObject: { omit: names.filter((other) => other !== name) } }));
}

function wordsAstray(argument: unknown): readonly Written[] {
  const table: Readonly<Record<string, unknown>> =
    typeof argument === 'object' && argument !== null ? { ...argument } : {};
  const entries = Object.entries(table);
  const turned = entries.map(([word], index) => [word, entries[(index + 1) % entries.length]?.[1]]);
  return [
    ...entries.map(([word]) => ({ words: withoutMembers(table, [word]) })),
    ...(entries.length < 2 ? [] : [{ words: Object.fromEntries(turned) as Record<string, unknown> }]),
  ];
}

const argumentsAstray: Readonly<Record<string, (argument: unknown) => readonly Written[]>> = {
  money: moneyNear,
  phpObject: fewerOmitted,
  words: wordsAstray,
};

const shown = (codec: Written): string =>
  codec === undefined ? 'none' : typeof codec === 'string' ? codec : JSON.stringify(codec);

function changed(site: RuleSite, { file }: Subject): Mutant[] {
  const { path, entry, end, scope, v1 } = site;
  const source = sourcePath(scope, entry[end] ?? '');
  if (entry[end] === undefined || entry.pick !== undefined || 'candidates' in source) return [];
  const { name, argument } = codecCall(entry.codec);
  const fitting = others.filter((other) => {
    const codec = codecNamed(other, file.dates);
    const removed = other === undefined && entry.codec !== undefined;
    return (
      codecCall(other).name !== name && !('kind' in codec) && (removed || codec.fits(source.kind, v1.kind))
    );
  });
  const bare = argument === undefined ? [] : [name];
  return [...fitting, ...bare, ...(argumentsAstray[name]?.(argument) ?? [])].map((codec) => ({
    what: `codec ${shown(codec)} instead of ${shown(entry.codec)}`,
    path: [...path, 'codec'],
    edits: [{ path: [...path, 'codec'], value: codec }],
  }));
}

/** Each rule without its codec, with each other codec that fits, and with its codec's arguments changed. */
export function changeCodec(subject: Subject): readonly Mutant[] {
  return [subject.attributes, ...subject.bodies].flatMap((sites) =>
    sites.flatMap((site) => changed(site, subject)),
  );
}
