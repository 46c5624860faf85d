import { codecCall } from '../../mapping/codecCall';
import type { RuleEntry } from '../../mapping/ruleEntry';
import { argumentsAstray } from '../argumentsAstray';
import { canRead } from '../canRead';
import { canTell } from '../canTell';
import type { Mutant } from '../mutant';
import type { RuleSite } from '../ruleSite';
import { ruleGroups, type Subject } from '../subject';

type Written = RuleEntry['codec'];

/** Codecs that make sense without an argument; a table of words is nothing that slips in. */
const plain: readonly Written[] = ['intString', 'capitalized', 'text', 'date', 'phpObject'];

const shown = (codec: Written): string =>
  codec === undefined ? 'none' : typeof codec === 'string' ? codec : JSON.stringify(codec);

function changed(site: RuleSite, { file }: Subject): Mutant[] {
  const { path, entry, end } = site;
  const v2 = entry[end];
  if (v2 === undefined || entry.pick !== undefined) return [];
  const call = codecCall(entry.codec);
  const missing = entry.codec === undefined ? [] : [undefined];
  const fitting = plain.filter((codec) => {
    const other = { ...site, entry: { ...entry, codec } };
    const isOther = codecCall(codec).name !== call.name && canRead(other, v2, file.dates);
    return isOther && canTell(site, codec, file.dates);
  });
  return [...missing, ...fitting, ...argumentsAstray(call)].map((codec) => ({
    what: `codec ${shown(codec)} instead of ${shown(entry.codec)}`,
    path: [...path, 'codec'],
    edits: [{ path: [...path, 'codec'], value: codec }],
  }));
}

/** Each rule without its codec, with each other codec that fits, and with its codec's argument changed. */
export function changeCodec(subject: Subject): readonly Mutant[] {
  return ruleGroups(subject)
    .flat()
    .flatMap((site) => changed(site, subject));
}
