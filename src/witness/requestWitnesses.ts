import { isJsonObject, type JsonObject } from '../contract/json';
import type { ResolvedOperation } from '../mapping/resolveOperation';
import { misfit } from '../translation/codec';
import type { BodyRule } from '../translation/rule';
import type { Wanted } from './branch';
import { branchesOf } from './branchesOf';
import { countFrom } from './countFrom';

function ruleAt(rules: readonly BodyRule[], path: string): BodyRule | undefined {
  const [name, ...rest] = path.split('.');
  const rule = rules.find((candidate) => candidate.name === name);
  return rule?.kind === 'object' && rest.length > 0 ? ruleAt(rule.members, rest.join('.')) : rule;
}

type Body = NonNullable<ResolvedOperation['body']>;

/** The body, or what v1 takes of it: in place of the members it refuses those of an ordinary one. */
function accepted(body: JsonObject, ordinary: JsonObject, { translate }: Body): readonly JsonObject[] {
  const translated = translate(body);
  if (translated.ok) return [body];
  const refused = Object.keys(translated.failure.errors).map((path) => path.split('.')[0] ?? path);
  const usual = Object.entries(ordinary).filter(([name]) => refused.includes(name));
  const mended = { ...body, ...Object.fromEntries(usual) };
  return translate(mended).ok ? [mended] : [];
}

/** Bodies that leave out, as null, what is required in another case. */
function unconditioned(ordinary: JsonObject, { requiredWhen }: Body): readonly JsonObject[] {
  return Object.entries(requiredWhen).map(([member, condition]) => ({
    ...ordinary,
    ...{ [condition]: false, [member]: null },
  }));
}

/** v1 bodies that v1 takes and that between them show every way in which one can be written; none without a body. */
export function requestWitnesses({ body }: ResolvedOperation): readonly JsonObject[] {
  if (body === undefined) return [];
  const wanted: Wanted = {
    side: 'request',
    next: countFrom(101),
    extra: (path, number) => {
      const rule = ruleAt(body.rules, path);
      if (rule?.kind !== 'value') return [];
      return (rule.codec.witnesses?.(number) ?? []).flatMap((witness) => {
        const value = rule.codec.read(witness);
        return value === undefined || value === misfit ? [] : [value];
      });
    },
    inside: () => [],
  };
  const bodies = branchesOf(body.v1, '', wanted).filter((value) => isJsonObject(value));
  const [ordinary = {}] = bodies;
  return [...bodies, ...unconditioned(ordinary, body)].flatMap((one) => accepted(one, ordinary, body));
}
