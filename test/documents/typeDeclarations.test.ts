import ts from 'typescript';
import { typeDeclarations } from '../../src/documents/typeDeclarations';
import { HOSTILE, hostilePublication } from './hostilePublication';
import { publicationOf, served } from './publication';

const publication = publicationOf();
const declarations = typeDeclarations(publication);

/** What the compiler says of a program that imports the declarations. */
function complaints(program: string, types = declarations): readonly string[] {
  const files = new Map([
    ['/types.d.ts', types],
    ['/program.ts', program],
  ]);
  const options: ts.CompilerOptions = {
    ...{ strict: true, noEmit: true, types: [], lib: ['lib.es5.d.ts'], exactOptionalPropertyTypes: true },
    ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.ESNext },
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
  const host = ts.createCompilerHost(options);
  const fromDisk = host.getSourceFile.bind(host);
  host.getSourceFile = (name, version) => {
    const text = files.get(name);
    return text === undefined ? fromDisk(name, version) : ts.createSourceFile(name, text, version);
  };
  host.fileExists = (name) => files.has(name) || ts.sys.fileExists(name);
  host.readFile = (name) => files.get(name) ?? ts.sys.readFile(name);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([...files.keys()], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

const header = "import type { Operations } from './types';\n";

/** A value through a constant of its own: members that the types do not know are allowed, as on the wire. */
const holds = (name: string, value: unknown, type: string): string =>
  `const ${name} = ${JSON.stringify(value)} as const;\nexport const ${name}Typed: ${type} = ${name};\n`;

const bodies = served(publication).flatMap(({ operation, request, upstream, gets }, index) => {
  const side = (version: string, part: string) => `Operations['${operation}']['${version}']['${part}']`;
  const last = upstream.findLast(({ answers }) => answers.status < 300);
  return [
    holds(`v1Request${index}`, request.body, side('v1', 'request')),
    holds(`v1Answer${index}`, gets.body, side('v1', 'answer')),
    holds(`v2Request${index}`, last?.sends.body, side('v2', 'request')),
    holds(`v2Answer${index}`, last?.answers.body, side('v2', 'answer')),
  ];
});

describe('the types', () => {
  it('fit every request and answer of the fixtures, in v1 and in v2', () => {
    expect(bodies.length).toBeGreaterThan(16);
    expect(complaints(header + bodies.join('').replaceAll(/(undefined|null) as const/g, '$1'))).toEqual([]);
  });

  it('refuse what does not fit', () => {
    const update = "Operations['updateCurrencyOffer']";
    const wrong = [
      `export const a: ${update}['v1']['request']['price'] = true;`,
      `export const b: ${update}['v2']['request']['game'] = 5;`,
      `export const c: ${update}['v1']['answer']['data']['type'] = 'accounts';`,
      `export const d: ${update}['v1']['answer']['data']['attributes']['created_at'] = 5;`,
      `export const e: ${update}['v2']['answer']['data']['created_at'] = '2024-01-15T10:30:00Z';`,
      `export const f: ${update}['v1']['request'] = {};`,
      `export const g: Operations['getAccount']['v1']['answer']['data']['attributes']['data'] = 'text';`,
    ];
    expect(complaints(header + wrong.join('\n'))).toHaveLength(wrong.length);
  });

  it('let a v2 update leave out everything', () => {
    const update = "export const a: Operations['updateCurrencyOffer']['v2']['request'] = {};";
    expect(complaints(header + update)).toEqual([]);
  });

  it('hold whatever reasons a mapping gives', () => {
    const hostile = typeDeclarations(hostilePublication());
    expect(hostile).toContain(HOSTILE.slice(0, 20));
    expect(complaints(header + 'export type A = Operations;', hostile)).toEqual([]);
  });

  it('say of every attribute where it comes from', () => {
    expect(declarations).toContain('/** v2 `price_eur`, converted, money(6) */\n  readonly price: number;');
    expect(declarations).toContain('/** v2 has none, synthesized, v2 has no trend score */');
  });
});
