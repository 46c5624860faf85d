import { compileGuard } from '../../../src/contract/valueGuard.js';
import { isJsonObject, type Json } from '../../../src/contract/json.js';
import { compileFile } from '../../../src/mapping/compile/loadMappings.js';
import { leafPaths, sourcePath } from '../../../src/mapping/compile/sourcePath.js';
import { applyEdits } from '../../../src/proof/mutants/mutant.js';
import { attributeLeaves, stepsTo, valueAt } from '../../../src/mapping/translate/translationRule.js';
import { requestWitnesses } from '../../../src/proof/witnesses/requestNarrowings.js';
import { makeAnswerWitnesses } from '../../../src/proof/witnesses/witnesses.js';
import { shipped, shippedResource } from '../../support/shipped.ts';

const at = (object: Json | undefined, path: string): Json | undefined => valueAt(object, stepsTo(path));

/** Lists the values at a path in all witnesses of a resource. */
const valuesAt = (resource: string, path: string): readonly (Json | undefined)[] =>
  makeAnswerWitnesses(shippedResource(resource)).translated.map((object) => at(object, path));

describe.each(shipped().resources.map((resource) => [resource.name, resource] as const))(
  'the v2 witnesses of %s',
  (_, resource) => {
    const { translated, refused } = makeAnswerWitnesses(resource);

    it('are all allowed by the contract, and each has a v1 answer', () => {
      const guard = compileGuard(resource.v2);
      expect(translated.map((object) => guard(object)).filter((wrong) => wrong !== undefined)).toEqual([]);
      expect(translated.filter((data) => !resource.answer.read({ data }).ok)).toEqual([]);
    });

    it('are refused at the path that they name', () => {
      expect(refused.length).toBeGreaterThan(0);
      for (const { path, object } of refused) {
        expect(resource.answer.read({ data: object })).toMatchObject({
          ok: false,
          failure: { path: `data.${path}` },
        });
      }
    });

    it('show every value absent, null and of another type, and needed values in refused objects', () => {
      const { reduced: degraded } = makeAnswerWitnesses(resource);
      const leaves = attributeLeaves(resource.rules);
      const objects = [...degraded, ...refused.map(({ object }) => object)];
      for (const { source, rule } of leaves.filter(({ rule }) => rule.field !== undefined)) {
        const values = objects.map((object) => valueAt(object, source));
        expect(values).toEqual(expect.arrayContaining([undefined, null, true]));
        expect([rule.name, degraded.some((object) => (valueAt(object, source) ?? true) === true)]).toEqual([
          rule.name,
          rule.onMisfit.kind !== 'refuse',
        ]);
      }
      expect(degraded.filter((data) => !resource.answer.read({ data }).ok)).toEqual([]);
    });

    it('start with a witness whose values are pairwise distinct', () => {
      const values = leafPaths(resource.v2).map((path) => JSON.stringify(at(translated[0], path)));
      expect(values.every((value) => typeof value === 'string')).toBe(true);
      expect(new Set(values).size).toBe(values.length);
    });

    it('show null wherever the contract allows it', () => {
      for (const path of leafPaths(resource.v2)) {
        const source = sourcePath(resource.v2, path);
        const nullable = !('candidates' in source) && source.field?.nullable === true;
        expect([path, translated.some((object) => at(object, path) === null)]).toEqual([path, nullable]);
      }
    });
  },
);

it('v2 witnesses show money in all four shapes, with each used decimal and one more, and refuse another currency', () => {
  const values = valuesAt('currency-offer', 'price_eur');
  expect(values[0]).toMatch(/^\d+\.\d{6}$/);
  expect(values).toContainEqual(expect.stringMatching(/^\d+\.\d{7}$/));
  const shapes = values.map((value) => (isJsonObject(value) ? Object.keys(value).join() : typeof value));
  const [inCents, inUnits] = ['format,value,amount,currency', 'format,format_readable,amount,currency'];
  expect(new Set(shapes)).toEqual(new Set(['number', 'string', inCents, inUnits]));
  const { refused } = makeAnswerWitnesses(shippedResource('currency-offer'));
  const prices = refused.flatMap(({ path, object }) => (path === 'price_eur' ? [at(object, path)] : []));
  expect(prices).toEqual([expect.objectContaining({ currency: 'USD' }), undefined, null, true]);
});

it('v2 witnesses show the second name, an empty list for an empty object, and each word of a table', () => {
  expect(valuesAt('account', 'delivery_time.formatLong')).toContainEqual(expect.any(String));
  expect(valuesAt('account', 'parameters')).toContainEqual([]);
  expect(valuesAt('account', 'parameters.level_up_method')).toEqual(
    expect.arrayContaining(['by_hand', 'by_bot', expect.stringMatching(/^unseen/), null, undefined]),
  );
});

it('v1 requests are accepted by v1, and show numbers, numbers as text, lists, null and absence', () => {
  const update = shippedResource('currency-offer').operations.find(({ body }) => body !== undefined);
  const bodies = update === undefined ? [] : requestWitnesses(update);
  expect(bodies.filter((body) => update?.operation.body?.(body).ok !== true)).toEqual([]);
  for (const name of ['price', 'stock'])
    expect(bodies.map((body) => typeof body[name])).toEqual(expect.arrayContaining(['string', 'number']));
  expect(bodies.map(({ currency_data: data }) => data)).toEqual(
    expect.arrayContaining([expect.objectContaining({}), [expect.any(String)], [], null, undefined]),
  );
});

describe('a rule that refuses words which v2 has not declared', () => {
  it('has a witness with an undeclared word, and one for every accepted word', () => {
    const edits = [{ path: ['attributes', 'status', 'drift'], value: 'fail' }];
    const [document] = shipped().documents;
    const file = document && compileFile({ ...document, value: applyEdits(document.value, edits) });
    const strict = file && 'document' in file ? file.resource : undefined;
    if (strict === undefined) throw new Error('the mapping compiles');
    const { translated, refused } = makeAnswerWitnesses(strict);
    expect(translated.filter((data) => !strict.answer.read({ data }).ok)).toEqual([]);
    expect(new Set(translated.map((object) => at(object, 'status')))).toContain('archived');
    expect(refused.map(({ path, object }) => [path, at(object, path)])).toContainEqual([
      'status',
      expect.stringMatching(/^unseen/),
    ]);
  });
});
