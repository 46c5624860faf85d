import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { Json } from '../../../src/contract/json.js';
import type { Fault } from '../../../src/mapping/yaml/fileFault.js';
import { loadMappings } from '../../../src/mapping/compile/loadMappings.js';
import { shipped, shippedFolder } from '../../support/shipped.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

type FileName = 'account.yaml' | 'currency-offer.yaml' | 'currency-order.yaml';

const temporary = temporaryFolder();

const shippedText = (name: FileName): string => readFileSync(join(shippedFolder, name), 'utf8');

/** Loads a shipped mapping with one text replaced, beside others as they are; returns its text, too. */
function loadWith(file: FileName, from: string, to: string, otherFiles: readonly FileName[] = []) {
  if (!shippedText(file).includes(from)) throw new Error(`${file} does not hold ${from}`);
  const text = shippedText(file).replace(from, () => to);
  writeFileSync(temporary.path(file), text);
  for (const name of otherFiles) writeFileSync(temporary.path(name), shippedText(name));
  return { loaded: loadMappings(dirname(temporary.path('x'))), text };
}

function faultsWith(...replaced: Parameters<typeof loadWith>): { faults: readonly Fault[]; text: string } {
  const { loaded, text } = loadWith(...replaced);
  return { faults: loaded.ok ? [] : loaded.failure, text };
}

interface Case {
  readonly what: string;
  readonly code: string;
  readonly file: FileName;
  readonly from: string;
  readonly to: string;
  /** Text on the line that the fault must point at. */
  readonly line: string;
  readonly hint?: string;
}

const offer = 'currency-offer.yaml';
const account = 'account.yaml';

const cases = parse(
  readFileSync(join(import.meta.dirname, 'brokenMappings.yaml'), 'utf8'),
) as readonly Case[];

describe('loading mappings reports file, line, column and hint for', () => {
  it.each(cases.map((entry) => [entry.what, entry] as const))('%s', (_, entry) => {
    const { faults, text } = faultsWith(entry.file, entry.from, entry.to);
    const fault = faults.find(({ code }) => code === entry.code);
    expect(faults.map(({ code }) => code)).toContain(entry.code);
    expect(fault?.file.endsWith(entry.file)).toBe(true);
    expect(fault?.text).toContain(entry.line);
    expect(text.split('\n')[(fault?.line ?? 0) - 1]).toBe(fault?.text);
    expect(fault?.column).toBeGreaterThan(0);
    if (entry.hint !== undefined) expect(fault?.hint).toBe(entry.hint);
  });

  it('two operations for one route', () => {
    const clash = {
      from: 'v1: GET /v1/accounts/by-login/{login}',
      to: 'v1: PATCH /v1/currency-offers/{login}',
    };
    const { faults } = faultsWith(account, clash.from, clash.to, [offer]);
    expect(faults).toMatchObject([{ code: 'route-twice', file: expect.stringContaining(offer) as string }]);
  });
});

describe('the header of a key', () => {
  it.each([
    ['X-Api-Key: X-Client', 'getCurrencyOffer takes X-Api-Key: among its headers, which shows the key of v1'],
    ['X-Client: x-token', 'getCurrencyOffer takes x-token: among its headers, which shows the key of v2'],
    ['X-Client: X-Client', undefined],
  ])('is taken by no operation: %s', (taken, message) => {
    const route = '    v2: GET /v2/currency-offers/{currencyOffer}';
    const headers = `headers: { takes: { ${taken} } }`;
    const text = shippedText(offer).replace(route, `${route}\n    ${headers}`);
    const profile = parse(readFileSync(join(shippedFolder, 'api.yaml'), 'utf8')) as Record<
      'v1' | 'v2',
      object
    >;
    const [v1, v2] = [
      { ...profile.v1, auth: { header: 'X-Api-Key' } },
      { ...profile.v2, auth: { header: 'X-Token' } },
    ];
    writeFileSync(temporary.path(offer), text);
    writeFileSync(temporary.path('api.yaml'), JSON.stringify({ ...profile, v1, v2 }));
    const loaded = loadMappings(dirname(temporary.path('x')));
    expect((loaded.ok ? [] : loaded.failure).map((fault) => fault.message)).toEqual(
      message === undefined ? [] : [message],
    );
  });
});

describe('two operations with one name', () => {
  it('are a fault, because evidence and fixtures are kept by name', () => {
    const { faults } = faultsWith(account, '  getAccount:', '  getCurrencyOffer:', [offer]);
    expect(faults).toMatchObject([
      { code: 'operation-twice', message: 'there is getCurrencyOffer of account already' },
    ]);
  });
});

/** The codes of faults that a source file speaks of: all words with hyphens but the names of packages. */
const codesIn = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?<!from )'([a-z]+(?:-[a-z]+)+)'/g)].map(([, code = '']) => code);

describe('every check of a mapping', () => {
  it('is tested with a broken mapping', () => {
    const source = join(import.meta.dirname, '..', '..', '..', 'src', 'mapping');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    const codes = new Set(files.flatMap((name) => codesIn(join(source, name))));
    // The faults of the YAML reader, of forms, of the profile, of headers and of queries are tested with those.
    const elsewhere = [
      ...['forbidden-key', 'unknown-alias', 'too-many-aliases', 'too-long', 'line-and-field'],
      ...['several-documents', 'key-not-text', 'unknown-tag'],
      ...['resource-unknown', 'place-missing', 'place-taken', 'partial-unused', 'beside-taken'],
      'cursor-unnamed',
      ...['event-calls', 'event-parameter', 'event-twice', 'list-size-unsent'],
      ...['header-reserved', 'header-twice', 'header-unsent', 'query-twice', 'query-unsent'],
    ];
    const shownSet = new Set([
      'no-mapping',
      'route-twice',
      'operation-twice',
      ...elsewhere,
      ...cases.map(({ code }) => code),
    ]);
    expect([...codes].filter((code) => !shownSet.has(code))).toEqual([]);
    expect(codes.size).toBeGreaterThan(40);
  });
});

describe('an answer that is not the resource', () => {
  it('need not show the id in the path of its operation', () => {
    const operations = shipped().resources.flatMap((resource) => resource.operations);
    const ofItems = operations.filter(({ operation: { v2 } }) => v2.template.endsWith('}'));
    const withId = (isOwn: boolean) =>
      ofItems.filter(({ ownAnswer, operation: { v2 } }) => 'id' in v2 && (ownAnswer !== undefined) === isOwn);
    expect(withId(true)).toEqual([]);
    const isReadAgain = operations.filter(({ operation: { v2 } }) => v2.resource !== undefined);
    expect(
      isReadAgain.filter(({ ownAnswer, operation: { v2 } }) => ownAnswer ?? v2.method === 'GET'),
    ).toEqual([]);
    expect(withId(false).length).toBeGreaterThan(0);
  });
});

describe('the path at which a written resource is read again', () => {
  const resourcesWith = (type: string) => {
    const integer = 'parameters: { currencyOfferId: integer }';
    const { loaded } = loadWith(offer, integer, integer.replace('integer', type));
    const operations = loaded.ok ? loaded.value.operations : [];
    return ['createCurrencyOffer', 'updateCurrencyOffer'].map((id) =>
      operations.find(({ name }) => name === id)?.v2.resource?.({ currencyOfferId: '007' }, '12'),
    );
  };

  it('is below a path without parameters, or ends with the id', () => {
    expect(resourcesWith('integer')).toEqual(['/v2/currency-offers/12', '/v2/currency-offers/007']);
  });

  it('is unknown if the path has parameters and none of them is the id', () => {
    expect(resourcesWith('text')).toEqual(['/v2/currency-offers/12', undefined]);
  });
});

describe('an index', () => {
  it('reads the time of a change from Unix seconds and from ISO 8601', () => {
    const index = shipped()
      .operations.flatMap(({ indexes = [] }) => indexes)
      .find(({ name }) => name === 'login');
    const at = Date.UTC(2025, 9, 1);
    const item = (updated: Json) => ({ id: 1, credentials: { login: 'a' }, updated_at: updated });
    const changed = (updated: Json) => index?.read(item(updated))?.changed;
    expect([at / 1_000, new Date(at).toISOString(), 'soon'].map(changed)).toEqual([at, at, null]);
  });
});

describe('a mapping folder', () => {
  it('lists all faults of all files at once', () => {
    const { faults } = faultsWith(offer, '  uuid: uuid\n  title: title', '  uuid: uid\n  titel: title');
    expect(faults.map(({ code }) => code).sort()).toEqual([
      ...[
        'attribute-unknown',
        'attribute-without-rule',
        'source-unaccounted',
        'source-unaccounted',
        'source-unknown',
      ],
    ]);
  });

  it('without a mapping file is refused', () => {
    const loaded = loadMappings(dirname(temporary.path('x')));
    expect(loaded).toMatchObject({ ok: false, failure: [{ code: 'no-mapping' }] });
  });
});
