import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import {
  attributeLeaves,
  type BodyRule,
  stepsTo,
  valueAt,
  withValueAt,
} from '../../mapping/translate/translationRule';
import { validateBody } from '../../mapping/translate/validateBody';
import { arbitraryBody, arbitraryOf } from './arbitraryOf';
import { attributesOf, type Law, type Trial, Violation } from './law';
import { fedNames, spoken } from '../../mapping/translate/validationErrors';

type Writing = ReturnType<typeof writings>[number];

/** Lists the operations with a body, each with its mapping line and both ways to read a v1 body. */
const writings = ({ operations, ledger, envelope }: ResolvedResource) =>
  operations.flatMap(({ operation, body }) => {
    if (body === undefined) return [];
    const line = ledger.references.find((reference) => reference.operation === operation.name);
    const linePlace = line?.place ?? envelope.place;
    const refused = (request: Json) =>
      new Violation('a body that v1 allows is refused', linePlace, { 'v1 request': request });
    const write = (value: Json): JsonObject => {
      const written = operation.body?.(value);
      if (written?.ok !== true) throw refused(value);
      return written.value.json ?? {};
    };
    const canonical = (value: Json): JsonObject => {
      const checked = validateBody(body.v1, value, body.requiredWhen);
      if (!checked.ok) throw refused(value);
      return checked.value;
    };
    return [{ operation, body, write, canonical, place: linePlace }];
  });

const eachWriting =
  (trial: (writing: Writing, resource: ResolvedResource) => readonly Trial[]): Law['properties'] =>
  (resource) =>
    writings(resource).flatMap((writing) => trial(writing, resource));

/** True when the rule writes its v2 field: it has a default, or the value is sent and is not an omitted null. */
function isSent(rule: BodyRule, value: Json | undefined): boolean {
  if (rule.kind === 'value' && rule.standIn !== undefined) return true;
  return value !== undefined && (value !== null || rule.onNull !== 'omit');
}

const sparse: Law = {
  name: 'sparse',
  says: 'a member that the client did not send is not sent on, and each that it sent is',
  properties: eachWriting((writing) => [
    fc.property(arbitraryBody(writing.body), (body) => {
      const canonicalBody = writing.canonical(body);
      const image = writing.body.rules
        .filter((rule) => isSent(rule, canonicalBody[rule.name]))
        .map(({ target }) => target[0]);
      const sent = writing.write(body);
      if (isDeepStrictEqual(new Set(Object.keys(sent)), new Set(image))) return;
      const exhibits = { 'v1 request': body, 'v2 request': sent };
      throw new Violation('the members sent on are not those the client sent', writing.place, exhibits);
    }),
  ]),
};

function echo(writing: Writing, resource: ResolvedResource, data: Json, sent: JsonObject): Json {
  const leaves = attributeLeaves(resource.rules);
  const names = fedNames(writing.body.rules);
  return Object.entries(writing.body.mirrors).reduce((answer, [member, attribute]) => {
    const leaf = leaves.find((candidate) => candidate.attribute.join('.') === attribute);
    const values = names.filter(({ v1 }) => v1 === member).map(({ v2 }) => valueAt(sent, stepsTo(v2)));
    const value = values.length > 1 ? values.map((part) => part ?? null) : values[0];
    return leaf === undefined || value === undefined || value === null
      ? answer
      : withValueAt(answer, leaf.source, value);
  }, data);
}

/** True for the written value or its v1 form: a PHP list may return as a map of its indexes, price text as a number. */
function isReadBack(read: Json | undefined, wrote: Json): boolean {
  if (typeof read === 'number' && typeof wrote === 'string') return read === Number(wrote);
  if (!isTree(read) || !isTree(wrote)) return read === wrote;
  const [readEntries, sent] = [Object.entries(read), Object.entries(wrote)];
  const members = new Map(readEntries);
  return (
    readEntries.length === sent.length &&
    (Array.isArray(wrote) || !Array.isArray(read)) &&
    sent.every(([name, value]) => isReadBack(members.get(name), value ?? null))
  );
}

const isTree = (value: Json | undefined): value is JsonObject | Json[] =>
  isJsonObject(value) || Array.isArray(value);

const mirror: Law = {
  name: 'mirror',
  says: 'against an upstream that echoes, the next read shows what a client wrote',
  properties: eachWriting((writing, resource) => [
    fc.property(arbitraryOf(resource.v2), arbitraryBody(writing.body), (data, body) => {
      const canonical = writing.canonical(body);
      const sent = writing.write(body);
      const echoed = echo(writing, resource, data, sent);
      const attributes = attributesOf(resource, echoed);
      for (const [member, attribute] of Object.entries(writing.body.mirrors)) {
        const wrote = valueAt(canonical, stepsTo(member));
        if (wrote === undefined || wrote === null) continue;
        if (isReadBack(valueAt(attributes, stepsTo(attribute)), wrote)) continue;
        throw new Violation(`${member} was written and ${attribute} reads otherwise`, writing.place, {
          'v1 request': body,
          'v2 request': sent,
          'v2 object': echoed,
          'v1 object': attributes,
        });
      }
    }),
  ]),
};

const errorInverse: Law = {
  name: 'error inverse',
  says: 'v2 errors come back under the v1 name of the field that caused them',
  properties: eachWriting(({ body, operation }) =>
    fedNames(body.rules).map(({ place: position, ...name }) => {
      const [v1, v2] = [name.v1.replaceAll('*', '0'), name.v2.replaceAll('*', '0')];
      return fc.property(fc.constantFrom('', '.0', '.inner'), fc.boolean(), (suffix, single) => {
        const texts = [`The ${spoken(v2 + suffix)} field is invalid.`];
        const errors = { [v2 + suffix]: single ? (texts[0] ?? '') : texts };
        const refusal = operation.refusal({ errors });
        const expected = [`The ${spoken(v1 + suffix)} field is invalid.`];
        if (refusal.ok && isDeepStrictEqual(refusal.value.errors, { [v1 + suffix]: expected })) return;
        throw new Violation(`an error of ${v2}${suffix} does not come back as ${v1}${suffix}`, position, {
          'v2 errors': errors,
          'v1 errors': refusal.ok ? refusal.value.errors : {},
        });
      });
    }),
  ),
};

const requestTotality: Law = {
  name: 'request totality',
  says: 'any JSON value as a request body is translated or refused with a validation error, never a throw',
  properties: eachWriting(({ operation }) => [
    fc.property(fc.jsonValue(), (body) => void operation.body?.(body as Json)),
    fc.property(fc.jsonValue(), (body) => void operation.refusal(body as Json)),
  ]),
};

/** The laws of requests, from v1 to v2. */
export const requestLaws: readonly Law[] = [sparse, mirror, errorInverse, requestTotality];
