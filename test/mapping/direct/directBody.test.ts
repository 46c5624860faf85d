import fc from 'fast-check';
import { isAscii, isUtf8 } from 'node:buffer';
import { isJsonObject, type Json, type JsonObject } from '../../../src/contract/json';
import { readBody } from '../../../src/gateway/requestBody';
import type { ResolvedOperation } from '../../../src/mapping/compile/resolveOperation';
import { leafPaths } from '../../../src/mapping/compile/sourcePath';
import { writeJson } from '../../../src/mapping/translate/exactJson';
import {
  stepsTo,
  valueAt,
  withoutValueAt,
  withValueAt,
} from '../../../src/mapping/translate/translationRule';
import { arbitraryOf } from '../../../src/proof/laws/arbitraryOf';
import { v1Calls } from '../../bench/stub/calls';
import { shipped } from '../../support/shipped';
import { brokenBytes, notation, notations, spaced } from '../../support/jsonNotations';
import { usual } from '../../support/usualValues';

type WithBody = ResolvedOperation & { readonly body: NonNullable<ResolvedOperation['body']> };

const operations = shipped()
  .resources.flatMap((resource) => resource.operations)
  .filter((resolved): resolved is WithBody => resolved.operation.directBody !== undefined)
  .map((resolved) => [resolved.operation.name, resolved] as const);

/** Expects one pass over a body to send what the plain reading does, if it sends anything. Returns whether it does. */
function expectEqual({ operation }: ResolvedOperation, body: Buffer): boolean {
  const direct = isUtf8(body) ? operation.directBody?.(body, isAscii(body)) : undefined;
  if (direct === undefined) return false;
  const plain = { ...operation, directBody: undefined };
  const request = { body, contentType: undefined, habits: 0 };
  const read = readBody(plain, request);
  if (!read.ok) throw new Error(`one pass read what is ${JSON.stringify(read.failure)}: ${body.toString()}`);
  expect(direct.sent.toString()).toBe(read.value.json && writeJson(read.value.json));
  expect(direct.json).toEqual(read.value.json);
  const noted = { body, contentType: undefined, habits: 0 };
  readBody(operation, noted);
  expect(noted.habits).toBe(request.habits);
  return true;
}

/** What clients put in the place of a value. */
const what = fc.oneof(
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<Json>(
    ...[
      null,
      '',
      ' ',
      ' a',
      '0',
      '00',
      '1.0',
      '1.50',
      ' 5',
      '5 ',
      '-0',
      '1e3',
      '0.0000001',
      '999999999.999999',
    ],
    ...[0, -0, 1.5, 1e21, 1e-7, 0.000001, 1_000_000_001, true, false, [], {}, ['a'], { a: 'b\n', 7: 1 }],
  ),
) as fc.Arbitrary<Json | undefined>;

/** A body of which some values are anything. */
function bodies({ body }: WithBody, most: number): fc.Arbitrary<JsonObject> {
  const changes = fc.array(
    fc.tuple(fc.constantFrom(...leafPaths(body.v1), 'new', 'delivery_time.new'), what),
    {
      maxLength: most,
    },
  );
  return fc.tuple(fc.oneof(usual(body.v1), arbitraryOf(body.v1)), changes).map(([made, changed]) =>
    changed.reduce<JsonObject>((data, [path, value]) => {
      const steps = stepsTo(path);
      if (!isJsonObject(valueAt(data, steps.slice(0, -1)))) return data;
      return (
        value === undefined ? withoutValueAt(data, steps) : withValueAt(data, steps, value)
      ) as JsonObject;
    }, made as JsonObject),
  );
}

describe.each(operations)('a body of %s in one pass', (_, resolved) => {
  it('is what the plain reading sends, whatever v1 takes', () => {
    let count = 0;
    fc.assert(
      fc.property(bodies(resolved, 0), notation, (data, write) => {
        if (expectEqual(resolved, Buffer.from(write(JSON.stringify(data))))) count += 1;
      }),
      { numRuns: 500 },
    );
    // Most of these bodies are odd: controls in names, exponents, blanks.
    expect(count).toBeGreaterThan(50);
  });

  it('is that, or left to it, where a client sends anything else', () => {
    fc.assert(
      fc.property(bodies(resolved, 3), notation, (data, write) => {
        expectEqual(resolved, Buffer.from(write(JSON.stringify(data))));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is that, or left to it, where the text is broken', () => {
    const pair = bodies(resolved, 0).chain((data) => brokenBytes(Buffer.from(JSON.stringify(data))));
    fc.assert(
      fc.property(pair, (bytes) => void expectEqual(resolved, bytes)),
      { numRuns: 1_000 },
    );
  });
});

const update = {
  description: 'Gold / \u20ac "now"\nby mail',
  price: '0.004200',
  game: 'star-traders',
  stock: 250_000,
  min_quantity: '500',
  delivery_time: { duration: 45, unit: 'minutes' },
  delivery_instructions: '',
};

it.each<readonly [string, string]>([
  ['the small one of the measurements', v1Calls.update('small').body ?? ''],
  ['the large one', v1Calls.update('large').body ?? ''],
  ...notations.map((write, at): readonly [string, string] => [
    `notation ${at}`,
    write(JSON.stringify(update)),
  ]),
  ['the notation of Python', spaced(JSON.stringify(update))],
])('is enough for an update: %s', (_, body) => {
  const [, resolved] = operations.find(([name]) => name === 'updateCurrencyOffer') ?? [];
  expect(resolved && expectEqual(resolved, Buffer.from(body))).toBe(true);
});
