import fc from 'fast-check';
import { isAscii, isUtf8 } from 'node:buffer';
import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json';
import { createSentinel } from '../../../src/drift/driftSentinel';
import { readJsonBytes } from '../../../src/gateway/requestBody';
import { leafPaths } from '../../../src/mapping/compile/sourcePath';
import {
  stepsTo,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../../src/mapping/translate/translationRule';
import { arbitraryOf } from '../../../src/proof/laws/arbitraryOf';
import { driftSubjects } from '../../../src/runtime/driftSubjects';
import { listPage } from '../../bench/stub/writeStubFiles';
import { accountOffer, currencyOffer, ofSize } from '../../bench/stub/documents';
import { brokenBytes, notation, notations } from '../../support/jsonNotations';
import { shipped } from '../../support/shipped';
import { usual } from '../../support/usualValues';
import { repetitions } from '../../support/repetitions';

const resources = shipped().resources.map((resource) => [resource.name, resource] as const);
type Resource = (typeof resources)[number][1];

/** Forms and findings of some answers of one resource, which are observed or were counted. */
function seen({ v2 }: Resource, watch: (see: ReturnType<typeof createSentinel>['watch']) => void): unknown {
  const findings: unknown[] = [];
  const sentinel = createSentinel({ now: () => 0, notify: (finding) => findings.push(finding) });
  const effectAt = () => () => 'passed' as const;
  const element = { nullable: false, optional: false, secret: false };
  sentinel.expect([
    { endpoint: 'one', at: 'data', field: v2, effectAt },
    { endpoint: 'page', at: 'data', field: { ...element, kind: 'list', element: v2 }, effectAt },
  ]);
  watch(sentinel.watch);
  return [findings, sentinel.report()];
}

/** Expects the translation in one pass to be the plain one, if there is one. Returns whether there is. */
function expectEqual(resource: Resource, bytes: Buffer, hidden: readonly string[] = []): boolean {
  const { answer } = resource;
  const direct = isUtf8(bytes) ? answer.direct?.one(hidden)(bytes, isAscii(bytes)) : undefined;
  if (direct === undefined) return false;
  const read = readJsonBytes(bytes, 'drop');
  if (!read.ok) throw new Error(`one pass read what is ${read.failure}: ${bytes.toString()}`);
  const plain = answer.print(read.value, hidden);
  if (!plain.ok) throw new Error(`one pass gave what does not fit: ${plain.failure.path}`);
  const { body, data, id, isAscii: ascii } = direct.printed;
  expect({ body, data, id }).toEqual({ body: plain.value.body, data: plain.value.data, id: plain.value.id });
  // The bytes of any other body are counted.
  if (ascii === true) expect(isAscii(Buffer.from(body))).toBe(true);
  expect(read.value).toMatchObject(direct.body);
  expect(seen(resource, (see) => see('one', direct.body, direct.forms))).toEqual(
    seen(resource, (see) => see('one', read.value)),
  );
  return true;
}

/** A resource of which a few values are anything that the contract allows. */
function allowed({ v2 }: Resource): fc.Arbitrary<Json> {
  const places = fc.array(fc.constantFrom(...leafPaths(v2)), { maxLength: 2 });
  return fc.tuple(usual(v2), arbitraryOf(v2), places).map(([data, other, paths]) =>
    paths.map(stepsTo).reduce((made, steps) => {
      const value = valueAt(other, steps);
      if (!isJsonObject(valueAt(made, steps.slice(0, -1)))) return made;
      return value === undefined ? withoutValueAt(made, steps) : withValueAt(made, steps, value);
    }, data),
  );
}

/** A member of an object that stands at a path of the contract, with anything at all in its place. */
function surprised({ v2 }: Resource): fc.Arbitrary<Json> {
  const what = fc.oneof(
    fc.constant(undefined),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<Json>(null, '', 0, -0, 1.5, 1e21, 99_999_999_999, 100_000_000_000, [], {}, { value: 1 }),
  );
  const places = fc.constantFrom(...leafPaths(v2), 'new', 'game.new', '__proto_', 'toString');
  return fc
    .tuple(arbitraryOf(v2), places, what as fc.Arbitrary<Json | undefined>)
    .map(([data, place, value]) => {
      const steps = stepsTo(place);
      if (!isJsonObject(valueAt(data, steps.slice(0, -1)))) return data;
      return value === undefined ? withoutValueAt(data, steps) : withValueAt(data, steps, value);
    });
}

const RUNS = repetitions(100, 300);

describe.each(resources)('an answer of %s in one pass', (_, resource) => {
  it('is what the plain translation gives, and the forms are the same, whatever the contract allows', () => {
    let count = 0;
    fc.assert(
      fc.property(allowed(resource), notation, (data, write) => {
        if (expectEqual(resource, Buffer.from(write(JSON.stringify({ data }))))) count += 1;
      }),
      { numRuns: RUNS },
    );
    expect(count).toBeGreaterThan(RUNS / 3);
  });

  it('is that, or left to it, where v2 sends what the contract does not have', () => {
    fc.assert(
      fc.property(surprised(resource), notation, (data, write) => {
        expectEqual(resource, Buffer.from(write(JSON.stringify({ data }))));
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it('is that, or left to it, where the text is broken, also behind one that was good', () => {
    const pair = allowed(resource).chain((data) => {
      const good = Buffer.from(JSON.stringify({ data, meta: [1] }));
      return fc.tuple(fc.constant(good), brokenBytes(good));
    });
    fc.assert(
      fc.property(pair, ([good, bad]) => {
        expectEqual(resource, good);
        expectEqual(resource, bad);
      }),
      { numRuns: 2 * RUNS },
    );
  });

  it('has null where the client did not ask for an attribute', () => {
    const hidden = resource.rules.slice(0, 2).map(({ name }) => name);
    fc.assert(
      fc.property(allowed(resource), (data) => {
        expectEqual(resource, Buffer.from(JSON.stringify({ data })), hidden);
      }),
    );
  });

  it('is a page of a list as the plain translation gives it, of the wanted rows', () => {
    const { answer } = resource;
    fc.assert(
      fc.property(fc.array(allowed(resource), { maxLength: 5 }), fc.nat(5), fc.nat(5), (rows, from, to) => {
        const bytes = Buffer.from(JSON.stringify(listPage(rows as JsonObject[], 1, rows.length)));
        const page = answer.direct?.page([], from, to)(bytes, isAscii(bytes));
        if (page === undefined) return;
        const plain = rows.slice(from, Math.max(from, to)).map((data) => {
          const printed = answer.print({ data }, []);
          return printed.ok ? printed.value.data : 'refused';
        });
        expect(page.rows.toString()).toBe(plain.join(','));
        const ids = rows.map((row) => ({ id: isJsonObject(row) ? row['id'] : undefined }));
        expect(page.body).toMatchObject({ data: ids, meta: { total: rows.length } });
        expect(seen(resource, (see) => see('page', page.body, page.forms))).toEqual(
          seen(resource, (see) => see('page', { data: rows })),
        );
      }),
    );
  });
});

describe('one pass', () => {
  it.each([
    ['an account', 'account', ofSize((free) => accountOffer(901, 'wren@login', free), 'large')],
    ['a currency offer', 'currency-offer', ofSize((free) => currencyOffer(7001, free), 'small')],
    ['one with a member that nobody knows', 'currency-offer', { ...currencyOffer(7001), badge: 'new' }],
    [
      'one in the other order',
      'currency-offer',
      Object.fromEntries(Object.entries(currencyOffer(7001)).toReversed()),
    ],
  ])('is enough for %s', (_, name, data) => {
    const resource = resources.find(([known]) => known === name)?.[1];
    if (resource === undefined) throw new Error(`no ${name}`);
    for (const write of notations)
      for (const each of [data, { ...data, views: 13 }])
        expect(expectEqual(resource, Buffer.from(write(JSON.stringify({ data: each }))))).toBe(true);
  });

  it('is taken by every resource whose answers are envelopes', () => {
    expect(driftSubjects(shipped().resources).length).toBeGreaterThan(0);
    expect(resources.map(([, { answer }]) => answer.direct !== undefined)).not.toContain(false);
  });
});
