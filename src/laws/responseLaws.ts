import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { compileGuard } from '../contract/guard';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import type { ResolvedResource } from '../mapping/resolveFile';
import { leafPaths, sourcePath } from '../mapping/sourcePath';
import { misfit } from '../translation/codec';
import { attributeLeaves } from '../translation/attributeLeaves';
import { steps } from '../translation/steps';
import { valueAt } from '../translation/valueAt';
import { withValueAt } from '../translation/withValueAt';
import { arbitraryOf } from './arbitraryOf';
import { type Law, Violation } from './law';

/** The v1 attributes of a v2 object; a law is broken when there are none. */
export function attributesOf({ answer, name }: ResolvedResource, data: Json): JsonObject {
  const translated = answer({ data });
  if (!translated.ok) {
    const { path, expected, rule } = translated.failure;
    throw new Violation(`${path} is not taken as ${expected}`, rule ?? name);
  }
  const envelope = translated.value['data'];
  const attributes = isJsonObject(envelope) ? envelope['attributes'] : undefined;
  if (!isJsonObject(attributes)) throw new Violation('the answer is no envelope', name);
  return attributes;
}

const conform: Law = {
  name: 'conform',
  says: 'every v2 object that the contract allows becomes a v1 object that the contract allows',
  properties: (resource) => {
    const guard = compileGuard(resource.v1);
    const rules = new Map(resource.rules.map(({ name, place }) => [name, place]));
    return [
      fc.property(arbitraryOf(resource.v2), (data) => {
        const wrong = guard(attributesOf(resource, data));
        const [attribute = ''] = (wrong ?? '').split(/[.[]/);
        if (wrong !== undefined) {
          throw new Violation(`${wrong} is not as v1 promises`, rules.get(attribute) ?? resource.name);
        }
      }),
    ];
  },
};

const inverse: Law = {
  name: 'inverse',
  says: 'writing back what was read changes nothing that v1 can see',
  properties: (resource) => {
    const leaves = attributeLeaves(resource.rules).filter(({ rule }) => rule.loss === undefined);
    return [
      fc.property(arbitraryOf(resource.v2), (data) => {
        const attributes = attributesOf(resource, data);
        for (const { attribute, source, rule } of leaves) {
          const seen = valueAt(attributes, steps(attribute));
          if (seen === undefined || seen === null) continue;
          const written = rule.codec.write(seen);
          if (written === misfit || written === undefined) {
            throw new Violation(`${attribute.join('.')} cannot be written back`, rule.place);
          }
          const again = valueAt(attributesOf(resource, withValueAt(data, source, written)), steps(attribute));
          if (!isDeepStrictEqual(again, seen)) {
            throw new Violation(`${attribute.join('.')} reads otherwise once written back`, rule.place);
          }
        }
      }),
    ];
  },
};

/** Paths of attributes that differ between two v1 objects, as far as rules make them. */
function changed(resource: ResolvedResource, one: JsonObject, other: JsonObject) {
  return attributeLeaves(resource.rules).filter(
    ({ attribute }) => !isDeepStrictEqual(valueAt(one, steps(attribute)), valueAt(other, steps(attribute))),
  );
}

const isolation: Law = {
  name: 'isolation',
  says: 'changing one v2 field changes only the attributes whose rule names it',
  properties: (resource) =>
    leafPaths(resource.v2).flatMap((path) => {
      const place = sourcePath(resource.v2, path);
      if ('candidates' in place || place.field === undefined) return [];
      const replacement = arbitraryOf(place.field);
      return [
        fc.property(arbitraryOf(resource.v2), replacement, (data, value) => {
          const before = attributesOf(resource, data);
          const after = attributesOf(resource, withValueAt(data, place.steps, value));
          for (const { attribute, source, rule } of changed(resource, before, after)) {
            const named = source.map(({ name }) => name).join('.');
            if (named === path || named.startsWith(`${path}.`)) continue;
            throw new Violation(
              `${attribute.join('.')} follows ${path}, which its rule does not name`,
              rule.place,
            );
          }
        }),
      ];
    }),
};

const stability: Law = {
  name: 'stability',
  says: 'v2 fields that the contract does not know change nothing',
  properties: (resource) => [
    fc.property(arbitraryOf(resource.v2), fc.jsonValue(), (data, extra) => {
      const before = attributesOf(resource, data);
      const after = attributesOf(resource, withValueAt(data, [{ name: 'not_in_the_contract' }], extra));
      if (!isDeepStrictEqual(before, after)) throw new Violation('an unknown field shows', resource.name);
    }),
  ],
};

const totality: Law = {
  name: 'totality',
  says: 'any JSON value as an upstream body gives an answer or a typed mismatch, never a throw',
  properties: (resource) => [
    fc.property(fc.jsonValue(), (body) => {
      resource.answer(body);
      resource.answer({ data: body as Json });
    }),
    ...leafPaths(resource.v2).flatMap((path) => {
      const place = sourcePath(resource.v2, path);
      if ('candidates' in place) return [];
      return [
        fc.property(arbitraryOf(resource.v2), fc.jsonValue(), (data, value) => {
          resource.answer({ data: withValueAt(data, place.steps, value) });
        }),
      ];
    }),
  ],
};

const CANARY = 'canary-7f3a91';

const containment: Law = {
  name: 'containment',
  says: 'what stands in a secret v2 field appears in secret v1 attributes and nowhere else',
  properties: (resource) =>
    leafPaths(resource.v2).flatMap((path) => {
      const place = sourcePath(resource.v2, path);
      if ('candidates' in place || !place.secret) return [];
      return [
        fc.property(arbitraryOf(resource.v2), (data) => {
          const attributes = attributesOf(resource, withValueAt(data, place.steps, CANARY));
          for (const [name, value] of Object.entries(attributes)) {
            if (resource.v1.members.get(name)?.secret === true) continue;
            if (!JSON.stringify(value).includes(CANARY)) continue;
            throw new Violation(`${name} shows the secret ${path}`, resource.name);
          }
        }),
      ];
    }),
};

/** The laws of reading: what v2 answers and v1 clients see. */
export const responseLaws: readonly Law[] = [conform, inverse, isolation, stability, totality, containment];
