import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../../src/mapping/yaml/fileFault.js';
import { readDocument } from '../../../src/mapping/yaml/yamlDocument.js';
import { compileFile, joinFiles } from '../../../src/mapping/compile/loadMappings.js';
import { readMappingFolder } from '../../../src/mapping/yaml/mappingFolder.js';
import { shippedFolder } from '../../support/shipped.ts';
import { surroundings } from './surroundings.ts';

const texts = readMappingFolder(shippedFolder).map(({ file, text }) => {
  const document = readDocument(file, text);
  return { text, document, compiled: compileFile(document) };
});

const isData = (line: string): boolean => !/^\s*(#.*)?$/.test(line);

const indent = (line = ''): number => line.search(/\S/);

/** True for a line that only fixtures can check, or a reason, for whose absence `check` warns. */
function isChoice(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  const parent = lines.slice(0, index).findLast((text) => isData(text) && indent(text) < indent(line));
  return /^\s+required: true\b/.test(line) || /^\s+narrows:/.test(parent ?? '');
}

/** Loads the shipped mappings without one line (counted from 0); undefined when that line has no meaning. */
function faultsWithout(file: string, deleted: number): readonly Fault[] | undefined {
  const { document, text } = texts.find((entry) => basename(entry.document.file) === file) ?? {};
  if (document === undefined || text === undefined) throw new Error(`no mapping ${file}`);
  const lines = text.split('\n').filter((_, index) => index !== deleted);
  const changed = readDocument(document.file, lines.join('\n'));
  if (isDeepStrictEqual(changed.value, document.value)) return undefined;
  const otherCompiledFiles = texts
    .filter((entry) => entry.document !== document)
    .map(({ compiled }) => compiled);
  const joined = joinFiles([compileFile(changed), ...otherCompiledFiles]);
  return joined.ok ? [] : joined.failure;
}

describe.each(texts.map(({ document, text }) => [basename(document.file), text] as const))(
  'a mapping without any one line of %s',
  (file, text) => {
    const lines = text.trimEnd().split('\n');
    const numbered = lines
      .map((line, index) => ({ line, index, faults: faultsWithout(file, index) }))
      .filter(({ index }) => !isChoice(lines, index));

    it('is refused at the start, unless the line is a comment or empty', () => {
      const silent = numbered.filter(({ faults }) => faults === undefined);
      expect(silent.filter(({ line }) => isData(line))).toEqual([]);
      expect(numbered.filter(({ faults }) => faults?.length === 0)).toEqual([]);
    });

    it('has a fault at the place of the line, or at a line that needs it', () => {
      const astray = numbered.filter(({ faults, index }) => {
        const right = surroundings(lines, index);
        return (
          faults !== undefined && !faults.some((fault) => fault.file.endsWith(file) && right.has(fault.line))
        );
      });
      const shownEntries = astray.map(({ line, index, faults }) => [index + 1, line, faults]);
      expect(shownEntries).toEqual([]);
    });
  },
);
