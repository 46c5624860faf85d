import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import type { ResolvedResource } from '../../mapping/compile/resolveFile';
import { openedGroups, valueFor } from '../../mapping/translate/compileBody';
import { attributeLeaves, stepsTo, valueAt, withValueAt } from '../../mapping/translate/translationRule';
import { validateBody } from '../../mapping/translate/validateBody';
import { arbitraryBody, arbitraryOf } from './arbitraryOf';
import { attributesOf, type Law, type Trial, Violation } from './law';
import { fedFieldNames } from '../../mapping/translate/validationErrors';

type Writing = ReturnType<typeof writings>[number];

/** Lists the operations with a body, each with its mapping line and a reader of v1 bodies. */
const writings = ({ operations, ledger, envelope }: ResolvedResource) =>
  operations.flatMap(({ operation, body }) => {
    if (body === undefined) return [];
    const line = ledger.references.find((reference) => reference.operation === operation.name);
    const { place } = line ?? envelope;
    /** Reads a v1 body in its canonical form, and writes it for v2. */
    const read = (request: Json): { readonly canonical: JsonObject; readonly sent: JsonObject } => {
      const checked = validateBody(body.v1, request, body);
      const written = operation.body?.(request);
      if (checked.ok && written?.ok === true)
        return { canonical: checked.value, sent: written.value.json ?? {} };
      throw new Violation('a body that v1 allows is refused', place, { 'v1 request': request });
    };
    return [{ operation, body, read, place }];
  });

const createWritingProperties =
  (trial: (writing: Writing, resource: ResolvedResource) => readonly Trial[]): Law['properties'] =>
  (resource) =>
    writings(resource).flatMap((writing) => trial(writing, resource));

const sparse: Law = {
  name: 'sparse',
  says: 'a member that the client did not send is not sent on, and each that it sent is',
  properties: createWritingProperties((writing) => [
    fc.property(arbitraryBody(writing.body), (body) => {
      const { canonical, sent } = writing.read(body);
      const image = openedGroups(writing.body.rules).flatMap((grouped) => {
        const value = valueFor(grouped, canonical);
        const isSent = value !== undefined && (value !== null || grouped.rule.onNull !== 'omit');
        return isSent ? [grouped.rule.target[0]] : [];
      });
      if (isDeepStrictEqual(new Set(Object.keys(sent)), new Set(image))) return;
      const exhibits = { 'v1 request': body, 'v2 request': sent };
      throw new Violation('the members sent on are not those the client sent', writing.place, exhibits);
    }),
  ]),
};

/** Puts the written values into a v2 object, at the sources of the attributes in which a client reads them back. */
function echo(writing: Writing, resource: ResolvedResource, data: Json, sentBody: JsonObject): Json {
  const leaves = attributeLeaves(resource.rules);
  const names = fedFieldNames(writing.body.rules);
  let echoed = data;
  for (const [member, attribute] of Object.entries(writing.body.mirrors)) {
    const leaf = leaves.find((candidate) => candidate.attribute.join('.') === attribute);
    const targets = names.filter(({ v1 }) => v1 === member);
    const values = targets.map(({ v2 }) => valueAt(sentBody, stepsTo(v2)) ?? null);
    const value = values.length > 1 ? values : (values[0] ?? null);
    if (leaf !== undefined && value !== null) echoed = withValueAt(echoed, leaf.source, value);
  }
  return echoed;
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
  properties: createWritingProperties((writing, resource) => [
    fc.property(arbitraryOf(resource.v2), arbitraryBody(writing.body), (data, body) => {
      const { canonical, sent } = writing.read(body);
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
  properties: createWritingProperties(({ body, operation }) =>
    fedFieldNames(body.rules).map(({ place: position, ...name }) => {
      const [v1, v2] = [name.v1.replaceAll('*', '0'), name.v2.replaceAll('*', '0')];
      return fc.property(fc.constantFrom('', '.0', '.inner'), fc.boolean(), (suffix, isList) => {
        const text = `The ${body.nameInText(v2 + suffix)} field is invalid.`;
        const errors = { [v2 + suffix]: isList ? [text] : text };
        const refusal = operation.refusal({ errors });
        const errorsV1 = refusal.ok && refusal.value.errors;
        const expected = { [v1 + suffix]: [`The ${body.nameInText(v1 + suffix)} field is invalid.`] };
        if (isDeepStrictEqual(errorsV1, expected)) return;
        const what = `an error of ${v2}${suffix} does not come back as ${v1}${suffix}`;
        throw new Violation(what, position, { 'v2 errors': errors, 'v1 errors': errorsV1 || {} });
      });
    }),
  ),
};

const requestTotality: Law = {
  name: 'request totality',
  says: 'any JSON value as a request body is translated or refused with a validation error, never a throw',
  properties: createWritingProperties(({ operation }) => [
    fc.property(fc.jsonValue(), (body) => void operation.body?.(body as Json)),
    fc.property(fc.jsonValue(), (body) => void operation.refusal(body as Json)),
  ]),
};

/** The laws of requests, from v1 to v2. */
export const requestLaws: readonly Law[] = [sparse, mirror, errorInverse, requestTotality];
