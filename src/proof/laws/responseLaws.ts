import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { compileGuard } from '../../contract/valueGuard';
import type { Field } from '../../contract/field';
import { eachElement, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { leafPaths } from '../../mapping/compile/sourcePath';
import { misfit } from '../../mapping/codecs/codec';
import {
  attributeLeaves,
  pathText,
  steps,
  valueAt,
  withValueAt,
} from '../../mapping/translate/translationRule';
import { arbitraryOf } from './arbitraryOf';
import { attributesOf, exhibitsOf, type Law, sourcesAt, Violation } from './law';

const leafSources = ({ v2 }: ResolvedResource) => sourcesAt(v2, leafPaths(v2));

const conform: Law = {
  name: 'conform',
  says: 'every v2 object that the contract allows becomes a v1 object that the contract allows',
  properties: (resource) => {
    const guard = compileGuard(resource.v1);
    const rules = new Map(resource.rules.map(({ name, place: rulePlace }) => [name, rulePlace]));
    const leaves = attributeLeaves(resource.rules);
    return [
      fc.property(arbitraryOf(resource.v2), (data) => {
        const attributes = attributesOf(resource, data);
        const rounding = leaves.find(({ source, rule }) =>
          rule.codec.rounds?.(valueAt(data, source) ?? null),
        );
        if (rounding !== undefined) {
          const what = `data.${pathText(rounding.source)} is rounded by ${rounding.rule.codec.name}`;
          throw new Violation(what, rounding.rule.place, exhibitsOf([data, attributes]));
        }
        const wrong = guard(attributes);
        if (wrong === undefined) return;
        const [attribute = ''] = wrong.split(/[.[]/);
        const rulePlace = rules.get(attribute) ?? resource.envelope.place;
        throw new Violation(`${wrong} is not as v1 promises`, rulePlace, exhibitsOf([data, attributes]));
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
          const readValue = valueAt(attributes, steps(attribute));
          if (readValue === undefined || readValue === null) continue;
          const written = rule.codec.write(readValue);
          if (written === misfit || written === undefined) {
            const what = `${attribute.join('.')} cannot be written back`;
            throw new Violation(what, rule.place, exhibitsOf([data, attributes]));
          }
          const back = withValueAt(data, source, written);
          const rereadAttributes = attributesOf(resource, back);
          if (!isDeepStrictEqual(valueAt(rereadAttributes, steps(attribute)), readValue)) {
            const what = `${attribute.join('.')} reads otherwise once written back`;
            const exhibits = exhibitsOf([data, attributes], [back, rereadAttributes]);
            throw new Violation(what, rule.place, exhibits);
          }
        }
      }),
    ];
  },
};

function changed(resource: ResolvedResource, oldAttributes: JsonObject, right: JsonObject) {
  return attributeLeaves(resource.rules).filter(
    ({ attribute }) =>
      !isDeepStrictEqual(valueAt(oldAttributes, steps(attribute)), valueAt(right, steps(attribute))),
  );
}

const isolation: Law = {
  name: 'isolation',
  says: 'changing one v2 field changes only the attributes whose rule names it',
  properties: (resource) => {
    const guard = compileGuard(resource.v2);
    return leafSources(resource).flatMap(({ path, steps: sourceSteps, field }) => {
      if (field === undefined) return [];
      return fc.property(arbitraryOf(resource.v2), arbitraryOf(field), (data, value) => {
        const oldAttributes = attributesOf(resource, data);
        const changedData = withValueAt(data, sourceSteps, value);
        // v2 would never send a single member inside an object that was null.
        if (guard(changedData) !== undefined) return;
        const newAttributes = attributesOf(resource, changedData);
        for (const { attribute, source, rule } of changed(resource, oldAttributes, newAttributes)) {
          const named = pathText(source);
          if (named === path || named.startsWith(`${path}.`)) continue;
          const what = `${attribute.join('.')} follows ${path}, which its rule does not name`;
          const exhibits = exhibitsOf([data, oldAttributes], [changedData, newAttributes]);
          throw new Violation(what, rule.place, exhibits);
        }
      });
    });
  },
};

/** Adds a member that the contract does not know to every object that it describes, also inside lists. */
function withStranger(field: Field, value: Json, extra: Json): Json {
  if (field.kind === 'list')
    return (
      eachElement(value, field.keyed === true, (inner) => withStranger(field.element, inner, extra)) ?? value
    );
  if (field.kind !== 'object' || !isJsonObject(value)) return value;
  const members = Array.from(field.members, ([name, member]): [string, Json][] => {
    const inner = value[name];
    return inner === undefined ? [] : [[name, withStranger(member, inner, extra)]];
  });
  return { ...value, ...Object.fromEntries(members.flat()), not_in_the_contract: extra };
}

const stability: Law = {
  name: 'stability',
  says: 'v2 fields that the contract does not know change nothing',
  properties: (resource) => [
    fc.property(arbitraryOf(resource.v2), fc.jsonValue(), (data, extra) => {
      const oldAttributes = attributesOf(resource, data);
      const strangeData = withStranger(resource.v2, data, extra);
      const newAttributes = attributesOf(resource, strangeData);
      if (isDeepStrictEqual(oldAttributes, newAttributes)) return;
      const exhibits = exhibitsOf([data, oldAttributes], [strangeData, newAttributes]);
      throw new Violation('an unknown field shows', resource.envelope.place, exhibits);
    }),
  ],
};

const totality: Law = {
  name: 'totality',
  says: 'any JSON value as an upstream body gives an answer or a typed mismatch, never a throw',
  properties: (resource) => [
    fc.property(fc.jsonValue(), (body) => {
      resource.answer.read(body);
      resource.answer.read({ data: body as Json });
    }),
    ...leafSources(resource).map(({ steps: sourceSteps }) =>
      fc.property(arbitraryOf(resource.v2), fc.jsonValue(), (data, value) => {
        resource.answer.read({ data: withValueAt(data, sourceSteps, value) });
      }),
    ),
  ],
};

const CANARY = 'canary-7f3a91';

const containment: Law = {
  name: 'containment',
  says: 'the value of a secret v2 field appears in secret v1 attributes and nowhere else',
  properties: (resource) =>
    leafSources(resource).flatMap(({ path, steps: sourceSteps, secret: isSecret }) => {
      if (!isSecret) return [];
      return fc.property(arbitraryOf(resource.v2), (data) => {
        const secret = withValueAt(data, sourceSteps, CANARY);
        const attributes = attributesOf(resource, secret);
        for (const [name, value] of Object.entries(attributes)) {
          if (resource.v1.members.get(name)?.secret === true) continue;
          if (!JSON.stringify(value).includes(CANARY)) continue;
          const line = resource.rules.find((rule) => rule.name === name)?.place;
          const at = line ?? resource.envelope.place;
          throw new Violation(`${name} shows the secret ${path}`, at, exhibitsOf([secret, attributes]));
        }
      });
    }),
};

/** The laws of answers, from v2 to v1. */
export const responseLaws: readonly Law[] = [conform, inverse, isolation, stability, totality, containment];
