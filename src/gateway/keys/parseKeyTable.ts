import type { z } from 'zod';
import { didYouMean } from '../../document/didYouMean';
import type { Document, Path } from '../../document/document';
import type { Fault } from '../../document/fault';
import { type Complaint, faultAt } from '../../document/faultAt';
import { readDocument } from '../../document/readDocument';
import { failure, type Result, success } from '../../translation/result';
import { type KeyTable, keyTable } from './keyTable';

/** A key table that still knows where everything stood. */
export interface ParsedKeyTable {
  readonly table: KeyTable;
  /** A fault at a place of the table, without the line: it may hold a key. */
  readonly fault: (path: Path, complaint: Complaint) => Fault;
}

const wants: Readonly<Record<string, string>> = {
  keys: 'a list of entries',
  name: 'up to 64 letters, digits and any of . _ - @',
  v1: 'the SHA-256 of the v1 key in 64 lower-case hex digits',
  v2: 'a list of one or two of { value: KEY } and { env: NAME }',
  created: 'a day such as 2025-11-30',
};

/** A key table is never quoted, whatever is wrong with it. */
const withoutText = (fault: Fault): Fault => ({ ...fault, text: '(not shown: it may hold a key)' });

/** The complaint about one finding; zod's own texts and the YAML library's may quote what they found. */
function complaintOf(issue: z.core.$ZodIssue): readonly [Path, Complaint] {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const hint = didYouMean(key, [...Object.keys(wants), 'value', 'env']);
    return [[...path, key], { code: 'unknown-key', message: 'this key is not known', hint, part: 'key' }];
  }
  const name = path.findLast((part) => typeof part === 'string' && Object.hasOwn(wants, part));
  const wanted = name === undefined ? 'an entry with name, v1, v2 and created' : wants[name];
  return [path, { code: 'wrong-value', message: `${name ?? 'this'} must be ${wanted ?? 'there'}` }];
}

function repeated({ table: { keys }, fault }: ParsedKeyTable): Fault[] {
  return (['name', 'v1'] as const).flatMap((member) =>
    keys.flatMap((entry, index) => {
      const first = keys.findIndex((other) => other[member] === entry[member]);
      const message = `entry ${first + 1} has the same ${member}`;
      return first === index ? [] : [fault(['keys', index, member], { code: 'entry-twice', message })];
    }),
  );
}

/** Reads the text of a key table; the failure lists everything that is wrong, and shows none of it. */
export function parseKeyTable(file: string, text: string): Result<ParsedKeyTable, readonly Fault[]> {
  const document: Document = readDocument(file, text);
  if (document.faults.length > 0) {
    const message = 'this is not well-formed YAML';
    return failure(document.faults.map(({ hint: _hint, ...fault }) => withoutText({ ...fault, message })));
  }
  const fault: ParsedKeyTable['fault'] = (path, complaint) => withoutText(faultAt(document, path, complaint));
  const parsed = keyTable.safeParse(document.value);
  if (!parsed.success) return failure(parsed.error.issues.map((issue) => fault(...complaintOf(issue))));
  const table = { table: parsed.data, fault };
  const twice = repeated(table);
  return twice.length > 0 ? failure(twice) : success(table);
}
