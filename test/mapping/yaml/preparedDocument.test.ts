import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHIPPED_MAPPINGS } from '../../../src/config/shippedMappings';
import { openDocument, prepareDocuments } from '../../../src/mapping/yaml/preparedDocument';
import { readDocument, type Path, type YamlDocument } from '../../../src/mapping/yaml/yamlDocument';

const FILES = ['account', 'currency-offer', 'currency-order', 'item-offer', 'forms/account-offer'];

/** All paths of a value, and one beyond each. */
function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  const beyond = [path, [...path, 'is-not-there'], [...path, 999]];
  if (typeof value !== 'object' || value === null) return beyond;
  return [...beyond, ...Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...path, name]))];
}

const seen = ({ file, value, faults, at, line }: YamlDocument, paths: readonly Path[]) => ({
  ...{ file, value, faults, lines: [0, 1, 7, 9_999].map(line) },
  places: paths.map((path) => [path, at(path), at(path, 'key')]),
});

describe('a document that the build has prepared', () => {
  it.each(FILES)('is what reading it gives, with the place of everything: %s', (name) => {
    const text = readFileSync(join(SHIPPED_MAPPINGS, `${name}.yaml`), 'utf8');
    const read = readDocument('a.yaml', text);
    const prepared = prepareDocuments([[text, read]]);
    const kept = JSON.parse(JSON.stringify(prepared)) as typeof prepared;
    const paths = pathsOf(read.value);
    expect(seen(openDocument('a.yaml', text, kept), paths)).toEqual(seen(read, paths));
    expect(paths.length).toBeGreaterThan(50);
  });

  it('is read anew when its text was changed, and belongs to one reader', () => {
    const text = 'a: {b: 1}\n';
    const kept = prepareDocuments([[text, readDocument('a.yaml', text)]]);
    Object.assign(openDocument('a.yaml', text, kept).value as object, { a: 'changed' });
    expect(openDocument('a.yaml', text, kept).value).toEqual({ a: { b: 1 } });
    expect(openDocument('a.yaml', 'a: {b: 2}\n', kept).value).toEqual({ a: { b: 2 } });
  });
});
