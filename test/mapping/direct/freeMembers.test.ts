import fc from 'fast-check';
import { FreeMembers } from '../../../src/mapping/direct/freeMembers';
import { JsonSource } from '../../../src/mapping/direct/jsonSource';
import { TextBuffer } from '../../../src/mapping/direct/textBuffer';

const sourceOf = (text: string): JsonSource => new JsonSource(Buffer.from(text), true);

/** What was found: the value of each name; undefined where the object is left to another reader. */
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
  expect(Object.keys(values)).toHaveLength(members.size);
  return values;
}

function copied(text: string, omitted: readonly string[]): string | undefined {
  const source = sourceOf(text);
  const out = new TextBuffer();
  out.begin(true);
  return FreeMembers.next(source)?.copy(source, new Set(omitted), out) === true
    ? out.copied().toString('latin1')
    : undefined;
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
