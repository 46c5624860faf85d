import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../src/document/fault';
import { readDocument } from '../../src/document/readDocument';
import { compileFile } from '../../src/mapping/compileFile';
import { joinFiles } from '../../src/mapping/joinFiles';
import { readMappingFolder } from '../../src/mapping/readMappingFolder';
import { pairFolder } from '../support/pair';

const texts = [...readMappingFolder(pairFolder)];

const indent = (line: string): number => line.search(/\S/);
const isData = (line: string): boolean => !/^\s*(#.*)?$/.test(line);

/** Where a reader looks for a deleted line (counted from 0): what is left of its surroundings, counted from 1. */
function surroundings(lines: readonly string[], deleted: number): ReadonlySet<number> {
  const depth = indent(lines[deleted] ?? '');
  const isOuter = (line: string) => isData(line) && indent(line) < depth;
  const header = lines.slice(0, deleted).findLastIndex(isOuter);
  const block = header === -1 ? lines.findIndex(isData) : header;
  // Lines that the deleted one headed have moved up into its place, up to the line that ends them.
  const after = lines.slice(deleted + 1);
  const end = after.findIndex((line) => isData(line) && indent(line) <= depth);
  const headed = Array.from(
    { length: (end === -1 ? after.length : end) + 1 },
    (_, index) => deleted + 1 + index,
  );
  return new Set([block + 1, deleted, deleted + 1, ...headed]);
}

/** Loads the shipped mappings without one line; undefined where that line says nothing. */
function faultsWithout(file: string, deleted: number): readonly Fault[] | undefined {
  const { document, text } = texts.find((one) => basename(one.document.file) === file) ?? {};
  if (document === undefined || text === undefined) throw new Error(`no mapping ${file}`);
  const lines = text.split('\n').filter((_, index) => index !== deleted);
  const changed = readDocument(document.file, lines.join('\n'));
  if (isDeepStrictEqual(changed.value, document.value)) return undefined;
  const others = texts.filter((one) => one.document !== document).map((one) => compileFile(one.document));
  const joined = joinFiles([compileFile(changed), ...others]);
  return joined.ok ? [] : joined.failure;
}

describe.each(texts.map(({ document, text }) => [basename(document.file), text] as const))(
  'without any one line of %s',
  (file, text) => {
    const lines = text.trimEnd().split('\n');
    const numbered = lines.map((line, index) => ({ line, index, faults: faultsWithout(file, index) }));

    it('the start is refused, unless the line is a comment or empty', () => {
      const silent = numbered.filter(({ faults }) => faults === undefined);
      expect(silent.filter(({ line }) => isData(line))).toEqual([]);
      expect(numbered.filter(({ faults }) => faults?.length === 0)).toEqual([]);
    });

    it('a fault points to where the line was: its place, or the block that lacks it', () => {
      const astray = numbered.filter(({ faults, index }) => {
        const right = surroundings(lines, index);
        return (
          faults !== undefined && !faults.some((fault) => fault.file.endsWith(file) && right.has(fault.line))
        );
      });
      expect(
        astray.map(({ line, index, faults }) => [index + 1, line, faults?.map((fault) => fault.line)]),
      ).toEqual([]);
    });
  },
);
