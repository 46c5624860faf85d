import fc from 'fast-check';
import { Found } from '../../../src/mapping/direct/found';
import { FreeMembers } from '../../../src/mapping/direct/freeMembers';
import { COMMA, JsonSource } from '../../../src/mapping/direct/jsonSource';
import { TextBuffer } from '../../../src/mapping/direct/textBuffer';

const sourceOf = (text: string): JsonSource => new JsonSource(Buffer.from(text), true);

/** Finds the value of each name; undefined where the object is left to another reader. */
function found(text: string, names: readonly string[]): Record<string, unknown> | undefined {
  const source = sourceOf(text);
  const members = FreeMembers.next(source);
  if (members === undefined) return undefined;
  expect(source.at).toBe(text.length);
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const member = members.member(name);
    if (member !== undefined) values[name] = JSON.parse(text.slice(member.value, member.end));
  }
  if (names.length > 0) expect(Object.keys(values)).toHaveLength(members.size);
  return values;
}

function copied(text: string, omitted: readonly string[]): string | undefined {
  const source = sourceOf(text);
  const out = new TextBuffer();
  out.begin(true);
  const members = FreeMembers.next(source);
  const without = new Set(omitted);
  if (members?.copy(source, without, out) !== true) return undefined;
  const once = out.copied().toString('latin1');
  out.begin(true);
  expect([members.copy(source, without, out), out.copied().toString('latin1')]).toEqual([true, once]);
  return once;
}

describe('the members of a free-form object', () => {
  const pool = ['a', 'b', 'ab', 'server', 'faction', 'level', 'x'];
  const names = fc.oneof(fc.subarray(pool), fc.shuffledSubarray([...pool, '7']));

  it('are found whatever the objects before had for names', () => {
    const value = fc.constantFrom('text', 'a"b', 12, -1.5, true, null, { a: [1] });
    const objects = names.chain((all) => fc.tuple(...all.map((name) => fc.tuple(fc.constant(name), value))));
    fc.assert(
      fc.property(fc.array(objects, { maxLength: 30 }), (several) => {
        for (const members of several) {
          const text = members.map(([name, one]) => `"${name}":${JSON.stringify(one)}`).join(',');
          expect(found(`{${text}}`, [...pool, '7'])).toEqual(Object.fromEntries(members));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are copied without the omitted ones, as JSON would write the rest', () => {
    fc.assert(
      fc.property(fc.subarray(pool), fc.subarray(pool), fc.boolean(), (all, omitted, isText) => {
        const object = Object.fromEntries(all.map((name, index) => [name, isText ? name : index]));
        const rest = all.filter((name) => !omitted.includes(name)).map((name) => [name, object[name]]);
        expect(copied(JSON.stringify(object), omitted)).toBe(JSON.stringify(Object.fromEntries(rest)));
      }),
      { numRuns: 500 },
    );
  });

  it('are found at a place that was gone over before, which leaves the place that is read next', () => {
    const text = String.raw`{"a":1,"b":"\\"},"c\""`;
    const source = sourceOf(text);
    expect([source.skipValue(), source.skip(COMMA)]).toEqual([true, true]);
    const { at } = source;
    expect(FreeMembers.at(source, 0)?.size).toBe(2);
    expect([source.at, source.skipText(), source.at]).toEqual([at, true, text.length]);
  });

  it('are gone over like any other value: the same place, the same numbers, and the same limits', () => {
    const nested = fc.nat({ max: 40 }).map((depth) => '{"a":'.repeat(depth) + '{}' + '}'.repeat(depth));
    const many = fc.constantFrom(7_999, 8_000, 8_001).map((count) => {
      const all = Array.from({ length: count }, (_, index) => [`n${index}`, 1] as const);
      return JSON.stringify(Object.fromEntries(all));
    });
    const broken = fc.constantFrom('{', '{"a"}', '{"a":1,}', '{"a":01}', '{"__proto__":1}', '{"a":1,"a":2}');
    const anything = fc.object({ maxDepth: 4 }).map((object) => JSON.stringify(object));
    fc.assert(
      fc.property(fc.oneof(anything, nested, many, broken), (text) => {
        const [one, other] = [sourceOf(`${text},`), sourceOf(`${text},`)];
        const state = ({ at, values, depth }: JsonSource) => ({ at, values, depth });
        const isPlain = one.skipValue();
        expect(new Found(1, []).skipFreeObject(0, other)).toBe(isPlain);
        if (isPlain) expect(state(other)).toEqual(state(one));
      }),
      { numRuns: 500 },
    );
  });

  it('are found of more shapes than are remembered, and of larger objects', () => {
    for (let round = 0; round < 3; round += 1)
      for (let shape = 0; shape < 12; shape += 1)
        expect(found(`{"a":1,"of${shape}":2}`, ['a', `of${shape}`])).toEqual({ a: 1, [`of${shape}`]: 2 });
    const names = Array.from({ length: 300 }, (_, index) => `name${index}`);
    const many = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'.repeat(300)])));
    for (let round = 0; round < 2; round += 1) expect(Object.keys(found(many, names) ?? {})).toEqual(names);
  });

  it('are not found in a source that is not ASCII, nor of more than a whole answer may have', () => {
    expect(FreeMembers.next(new JsonSource(Buffer.from('{"a":1}'), false))).toBeUndefined();
    const names = Array.from({ length: 8_001 }, (_, index) => `"n${index}":1`);
    expect(found(`{${names.slice(1).join(',')}}`, [])).toBeDefined();
    expect(found(`{${names.join(',')}}`, [])).toBeUndefined();
  });

  it.each([
    ['a name twice', '{"a":1,"b":2,"a":3}'],
    ['a name twice, where the object before had another', '{"a":1,"a":3}'],
    ['a name that pollutes', '{"a":1,"__proto__":3}'],
    ['a name with an escape', String.raw`{"a":1,"\u0062":3}`],
    ['a name that is cut off', '{"a":1,"b'],
    ['no end', '{"a":1,"b":2'],
  ])('are left to another reader where there is %s', (_, text) => {
    expect(found('{"a":1,"b":2}', ['a', 'b'])).toEqual({ a: 1, b: 2 });
    expect(found(text, ['a', 'b'])).toBeUndefined();
    expect(found('{"a":1}', ['a', 'b'])).toEqual({ a: 1 });
  });

  it.each(['{"a":-1}', '{"a":1.5}', '{"a":{}}', String.raw`{"a":"\u0061"}`, '{"7":1}'])(
    'are not copied from %s, which JSON may write otherwise',
    (text) => {
      expect(copied(text, [])).toBeUndefined();
    },
  );
});
