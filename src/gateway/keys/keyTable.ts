import { open } from 'node:fs/promises';
import { z } from 'zod';
import { type Complaint, didYouMean, faultAt } from '../../mapping/yaml/complaints';
import { type Path, readDocument, type YamlDocument } from '../../mapping/yaml/yamlDocument';
import type { Fault } from '../../mapping/yaml/fileFault';
import { type Platform, platformOf } from '../../contract/platform';
import { failure, type Result, success } from '../../contract/result';
import type { KeyExchange } from './clientKeys';

/** Matches a key that can stand in an `Authorization: Bearer` header. */
export const keyText = z.string().regex(/^[\x21-\x7e]+$/);

const keySource = z.union([
  z.strictObject({ value: keyText }),
  z.strictObject({ env: z.string().regex(/^[A-Za-z_]\w*$/) }),
]);

export const keyEntry = z.strictObject({
  name: z.string().regex(/^[\w.@-]{1,64}$/),
  v1: z.string().regex(/^[0-9a-f]{64}$/),
  v2: z.tuple([keySource]).or(z.tuple([keySource, keySource])),
  created: z.iso.date(),
});

/** The exchange table: which v1 keys are known, as SHA-256, and which v2 keys they stand for. */
const keyTable = z.strictObject({ keys: z.array(keyEntry) });

export type KeySource = z.output<typeof keySource>;

/** One v1 key by its owner's name for it; `created` is the day (UTC) of its newest v2 key. */
export type KeyEntry = Readonly<z.output<typeof keyEntry>>;

export interface KeyTable {
  readonly keys: readonly KeyEntry[];
}

interface ParsedKeyTable {
  readonly table: KeyTable;
  /** Makes a fault at a place of the table, without the line, which may hold a key. */
  readonly fault: (path: Path, complaint: Complaint) => Fault;
}

const wants: Readonly<Record<string, string>> = {
  keys: 'a list of entries',
  name: 'up to 64 letters, digits and any of . _ - @',
  v1: 'the SHA-256 of the v1 key in 64 lower-case hex digits',
  v2: 'a list of one or two of { value: KEY } and { env: NAME }',
  created: 'a day such as 2025-11-30',
};

/** Hides the quoted text of a fault, because a key table may hold a key there. */
const hideText = (fault: Fault): Fault => ({ ...fault, text: '(not shown: it may hold a key)' });

/** Returns the complaint about one finding, without zod's text, which may quote the value. */
function complaintOf(issue: z.core.$ZodIssue): readonly [Path, Complaint] {
  const path = issue.path.filter((step) => typeof step !== 'symbol');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const hint = didYouMean(key, [...Object.keys(wants), 'value', 'env']);
    return [[...path, key], { code: 'unknown-key', message: 'this key is not known', hint, part: 'key' }];
  }
  const name = path.findLast((step) => typeof step === 'string' && Object.hasOwn(wants, step));
  const wanted = name === undefined ? 'an entry with name, v1, v2 and created' : wants[name];
  return [path, { code: 'wrong-value', message: `${name ?? 'this'} must be ${wanted ?? 'there'}` }];
}

/** Finds names and v1 keys that stand in the table twice. */
function repeatedEntries({ table: { keys }, fault }: ParsedKeyTable): Fault[] {
  return (['name', 'v1'] as const).flatMap((member) =>
    keys.flatMap((entry, index) => {
      const firstEntry = keys.findIndex((listed) => listed[member] === entry[member]);
      const message = `entry ${firstEntry + 1} has the same ${member}`;
      return firstEntry === index ? [] : [fault(['keys', index, member], { code: 'entry-twice', message })];
    }),
  );
}

/** Reads the text of a key table. The failure lists every fault and shows no part of the table. */
export function parseKeyTable(file: string, text: string): Result<ParsedKeyTable, readonly Fault[]> {
  const document: YamlDocument = readDocument(file, text);
  if (document.faults.length > 0) {
    const message = 'this is not well-formed YAML';
    return failure(document.faults.map(({ hint: _hint, ...fault }) => hideText({ ...fault, message })));
  }
  const fault: ParsedKeyTable['fault'] = (path, complaint) => hideText(faultAt(document, path, complaint));
  const parsed = keyTable.safeParse(document.value);
  if (!parsed.success) return failure(parsed.error.issues.map((issue) => fault(...complaintOf(issue))));
  const table = { table: parsed.data, fault };
  const twice = repeatedEntries(table);
  return twice.length > 0 ? failure(twice) : success(table);
}

/** Permission bits of all users but the owner. */
const OTHERS = 0o077;

const fileFault = (file: string, code: string, message: string, hint?: string): Result<never, Fault> => {
  const fault = { code, message, file, line: 1, column: 1, text: '' };
  return failure(hint === undefined ? fault : { ...fault, hint });
};

/** Reads the text of a key table. Refuses a file that others may read or write, with the command that mends it. */
async function readKeyFile(file: string, platform: Platform): Promise<Result<string, Fault>> {
  try {
    const handle = await open(file, 'r');
    try {
      // Checks the open file, not its name: the name may stand for another file by now.
      const { mode } = await handle.stat();
      if (platform.hasModes && (mode & OTHERS) !== 0) {
        const hint = `run: ${platform.protect(file)}`;
        return fileFault(
          file,
          'key-table-exposed',
          'others than the owner may read or change this file',
          hint,
        );
      }
      return success(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown error';
    return code === 'ENOENT'
      ? fileFault(file, 'key-table-missing', 'there is no such file', 'make one with: lifeboat keys add')
      : fileFault(file, 'key-table-unreadable', `the file cannot be read (${code})`);
  }
}

/** Reads and checks a key table. The failure lists every fault and shows no part of the table. */
export async function loadKeyTable(
  file: string,
  platform = platformOf(process.platform),
): Promise<Result<ParsedKeyTable, readonly Fault[]>> {
  const text = await readKeyFile(file, platform);
  return text.ok ? parseKeyTable(file, text.value) : failure([text.failure]);
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Looks up the v2 keys of a table. The failure names every variable that holds no key. */
export function readExchanges(
  { table, fault }: ParsedKeyTable,
  environment: Environment,
): Result<readonly KeyExchange[], readonly Fault[]> {
  const faults: Fault[] = [];
  const keyOf = (source: KeySource, entry: number, index: number): string => {
    if ('value' in source) return source.value;
    const value = environment[source.env];
    if (value !== undefined && keyText.safeParse(value).success) return value;
    const message = `the environment variable ${source.env} ${value === undefined ? 'is not set' : 'is not a key'}`;
    faults.push(fault(['keys', entry, 'v2', index, 'env'], { code: 'no-such-key', message }));
    return '';
  };
  const exchanges = table.keys.map(({ name, v1, v2: [firstKey, second] }, entry): KeyExchange => {
    const key = keyOf(firstKey, entry, 0);
    const v2 = second === undefined ? ([key] as const) : ([key, keyOf(second, entry, 1)] as const);
    return { name, v1: Buffer.from(v1, 'hex'), v2 };
  });
  return faults.length > 0 ? failure(faults) : success(exchanges);
}

/** Returns the entries of an exchange table, ready for use. `environment` holds the v2 keys that it only names. */
export async function loadExchanges(
  file: string,
  environment: Environment,
): Promise<Result<readonly KeyExchange[], readonly Fault[]>> {
  const parsed = await loadKeyTable(file);
  return parsed.ok ? readExchanges(parsed.value, environment) : parsed;
}
