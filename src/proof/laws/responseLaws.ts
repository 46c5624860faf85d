import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { compileGuard } from '../../contract/valueGuard';
import type { Field } from '../../contract/field';
import { convertElements, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { leafPaths } from '../../mapping/compile/sourcePath';
import { misfit } from '../../mapping/codecs/codec';
import {
  attributeLeaves,
  partPaths,
  pathText,
  steps,
  valueAt,
  withValueAt,
} from '../../mapping/translate/translationRule';
import { arbitraryOf } from './arbitraryOf';
import { attributesOf, changedLeaves, type Law, sourcesAt, violate } from './law';

const leafSources = ({ v2 }: ResolvedResource) => sourcesAt(v2, leafPaths(v2));

/** Returns the mapping line that makes an attribute. */
const placeOf = ({ rules, envelope }: ResolvedResource, attribute: string): string =>
  rules.find(({ name }) => name === attribute)?.place ?? envelope.place;

const conform: Law = {
  name: 'conform',
  says: 'every v2 object that the contract allows becomes a v1 object that the contract allows',
  properties: (resource) => {
    const guard = compileGuard(resource.v1);
    const leaves = attributeLeaves(resource.rules);
    return [
      fc.property(arbitraryOf(resource.v2), (data) => {
        const wrong = guard(attributesOf(resource, data));
        const rounding = leaves.find(({ source, rule }) =>
          rule.codec.rounds?.(valueAt(data, source) ?? null),
        );
        if (rounding !== undefined) {
          const { source, rule } = rounding;
          violate(resource, data, `data.${pathText(source)} is rounded by ${rule.codec.name}`, rule.place);
        }
        if (wrong === undefined) return;
        const [attribute = ''] = wrong.split(/[.[]/);
        violate(resource, data, `${wrong} is not as v1 promises`, placeOf(resource, attribute));
      }),
    ];
  },
};

const inverse: Law = {
  name: 'inverse',
  says: 'writing back what was read changes nothing that v1 can see',
  properties: (resource) => {
    const leaves = attributeLeaves(resource.rules).filter(
      // Elements are written back as resources of their own.
      ({ rule }) => rule.loss === undefined && rule.each === undefined,
    );
    return [
      fc.property(arbitraryOf(resource.v2), (data) => {
        const attributes = attributesOf(resource, data);
        for (const { attribute, source, rule } of leaves) {
          const readValue = valueAt(attributes, steps(attribute));
          if (readValue === undefined || readValue === null) continue;
          const name = attribute.join('.');
          const written = rule.codec.write(readValue);
          if (written === misfit || written === undefined)
            violate(resource, data, `${name} cannot be written back`, rule.place);
          const back = withValueAt(data, source, written);
          if (!isDeepStrictEqual(valueAt(attributesOf(resource, back), steps(attribute)), readValue))
            violate(resource, data, `${name} reads otherwise once written back`, rule.place, back);
        }
      }),
    ];
  },
};

const isolation: Law = {
  name: 'isolation',
  says: 'changing one v2 field changes only the attributes whose rule names it',
  properties: (resource) => {
    const guard = compileGuard(resource.v2);
    const leaves = attributeLeaves(resource.rules);
    return leafSources(resource).flatMap(({ path, steps: sourceSteps, field }) => {
      if (field === undefined) return [];
      const followers = leaves.filter(
        ({ source }) => !partPaths(pathText(source)).some((part) => `${part}.`.startsWith(`${path}.`)),
      );
      return fc.property(arbitraryOf(resource.v2), arbitraryOf(field), (data, value) => {
        const changedData = withValueAt(data, sourceSteps, value);
        // v2 would never send a single member inside an object that was null.
        if (guard(changedData) !== undefined) return;
        for (const { name, rule } of changedLeaves(resource, followers, [data, changedData])) {
          const what = `${name} follows ${path}, which its rule does not name`;
          violate(resource, data, what, rule.place, changedData);
        }
      });
    });
  },
};

/** Adds a member that the contract does not know to every object that it describes, also inside lists. */
function withStranger(field: Field, value: Json, extra: Json): Json {
  if (field.kind === 'list')
    return (
      convertElements(value, field.keyed === true, (inner) => withStranger(field.element, inner, extra)) ??
      value
    );
  if (field.kind !== 'object' || !isJsonObject(value)) return value;
  const changedAttributes: JsonObject = { ...value, not_in_the_contract: extra };
  for (const [name, member] of field.members) {
    const inner = value[name];
    if (inner !== undefined) changedAttributes[name] = withStranger(member, inner, extra);
  }
  return changedAttributes;
}

const stability: Law = {
  name: 'stability',
  says: 'v2 fields that the contract does not know change nothing',
  properties: (resource) => [
    fc.property(arbitraryOf(resource.v2), fc.jsonValue(), (data, extra) => {
      const strangeData = withStranger(resource.v2, data, extra);
      if (!isDeepStrictEqual(attributesOf(resource, data), attributesOf(resource, strangeData)))
        violate(resource, data, 'an unknown field shows', resource.envelope.place, strangeData);
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
        const secretData = withValueAt(data, sourceSteps, CANARY);
        for (const [name, value] of Object.entries(attributesOf(resource, secretData))) {
          if (resource.v1.members.get(name)?.secret === true) continue;
          if (JSON.stringify(value).includes(CANARY))
            violate(resource, secretData, `${name} shows the secret ${path}`, placeOf(resource, name));
        }
      });
    }),
};

/** The laws of answers, from v2 to v1. */
export const responseLaws: readonly Law[] = [conform, inverse, isolation, stability, totality, containment];
