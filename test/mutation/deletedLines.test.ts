import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Fault } from '../../src/document/fault';
import { readDocument } from '../../src/document/readDocument';
import { firstDifference } from '../../src/gateway/firstDifference';
import { compileFile } from '../../src/mapping/compileFile';
import { joinFiles } from '../../src/mapping/joinFiles';
import type { Operation } from '../../src/mapping/operation';
import { readMappingFolder } from '../../src/mapping/readMappingFolder';
import { fixturesOf } from '../support/fixturesOf';
import { shippedFolder } from '../support/shipped';
import { surroundings } from './surroundings';

const texts = [...readMappingFolder(shippedFolder)];
const fixtures = fixturesOf(shippedFolder);

const isData = (line: string): boolean => !/^\s*(#.*)?$/.test(line);

/** What the mappings are without one line. */
interface Rest {
  readonly faults: readonly Fault[];
  /** Empty where there are faults. */
  readonly operations: readonly Operation[];
}

/** Loads the shipped mappings without one line (counted from 0); undefined where that line says nothing. */
function withoutLine(file: string, deleted: number): Rest | undefined {
  const { document, text } = texts.find((one) => basename(one.document.file) === file) ?? {};
  if (document === undefined || text === undefined) throw new Error(`no mapping ${file}`);
  const lines = text.split('\n').filter((_, index) => index !== deleted);
  const changed = readDocument(document.file, lines.join('\n'));
  if (isDeepStrictEqual(changed.value, document.value)) return undefined;
  const others = texts.filter((one) => one.document !== document).map((one) => compileFile(one.document));
  const joined = joinFiles([compileFile(changed), ...others]);
  return joined.ok
    ? { faults: [], operations: joined.value.operations }
    : { faults: joined.failure, operations: [] };
}

describe.each(texts.map(({ document, text }) => [basename(document.file), text] as const))(
  'without any one line of %s',
  (file, text) => {
    const lines = text.trimEnd().split('\n');
    const numbered = lines.map((line, index) => ({ line, index, rest: withoutLine(file, index) }));

    it('the mapping is another one, unless the line is a comment or empty', () => {
      const silent = numbered.filter(({ rest }) => rest === undefined);
      expect(silent.filter(({ line }) => isData(line))).toEqual([]);
    });

    it('the start is refused, at the place of the line or where it is needed', () => {
      const astray = numbered.filter(({ rest, index }) => {
        const right = surroundings(lines, index);
        const { faults = [] } = rest ?? {};
        return (
          faults.length > 0 && !faults.some((fault) => fault.file.endsWith(file) && right.has(fault.line))
        );
      });
      const shown = astray.map(({ line, index, rest }) => [index + 1, line, rest?.faults]);
      expect(shown).toEqual([]);
    });

    it('a fixture fails where the mapping is as valid without it', async () => {
      const optional = numbered.filter(({ rest }) => rest?.faults.length === 0);
      for (const { line, rest } of optional) {
        const difference = await firstDifference(fixtures, rest?.operations ?? []);
        expect([line, difference?.place]).toEqual([line, expect.stringMatching(/^fixtures\//)]);
      }
      // A line that may be left out is the exception: the checks are there for the others.
      expect(optional.length).toBeLessThan(lines.length / 20);
    });
  },
);
