import { basename } from 'node:path';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { failure, type Result, success } from '../../contract/result';
import type { Path, YamlDocument } from './yamlDocument';
import type { Fault } from './fileFault';

/** A fault without its place; `part` says whether to point at the key or the value (default: the value). */
export interface Complaint {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly part?: 'key' | 'value';
}

/** Points a complaint at the position in the text that a path leads to. */
export function faultAt(document: YamlDocument, path: Path, complaint: Complaint): Fault {
  const { code, message, hint, part } = complaint;
  const { line, column } = document.at(path, part);
  const position = { file: document.file, line, column, text: document.line(line) };
  return { code, message, ...position, ...(hint === undefined ? {} : { hint }) };
}

const MAX_EDITS = 3;
const MIN_SIMILARITY = 0.4;

/** Returns the hint `did you mean "port"?` with the candidate nearest to a word. Returns undefined if none is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const wantedWord = word.toLowerCase();
  const lettersOf = (text: string): string => Array.from(text).sort().join('');
  let best: { readonly candidate: string; readonly distanceAway: number } | undefined;
  for (const candidate of candidates) {
    const edits = distance(wantedWord, candidate.toLowerCase());
    const similarity = 1 - edits / Math.max(word.length, candidate.length);
    const isNear = edits <= MAX_EDITS && similarity > MIN_SIMILARITY;
    // Letters in another order are one mistake.
    const away = edits - Number(lettersOf(wantedWord) === lettersOf(candidate.toLowerCase()));
    if (isNear && (best === undefined || away < best.distanceAway)) best = { candidate, distanceAway: away };
  }
  return best === undefined ? undefined : `did you mean "${best.candidate}"?`;
}

const textPath = (path: readonly PropertyKey[]): Path =>
  path.map((step) => (typeof step === 'symbol' ? step.toString() : step));

/** Reports whether the document has a value at a path: then the value is at fault, else the object that lacks it. */
function hasValueAt(value: unknown, [firstStep, ...laterSteps]: Path): boolean {
  // A text is the short form of an object.
  if (firstStep === undefined || typeof value === 'string') return true;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, firstStep)) return false;
  return hasValueAt(Reflect.get(value, firstStep), laterSteps);
}

/** Returns the hint of a check of our own. */
function hintOf(issue: z.core.$ZodIssue): string | undefined {
  const { hint }: { readonly hint?: unknown } = (issue.code === 'custom' && issue.params) || {};
  return typeof hint === 'string' ? hint : undefined;
}

/** Turns one finding of a schema into faults with a place and a repair. */
function faultsOf(issue: z.core.$ZodIssue, document: YamlDocument, knownWords: readonly string[]): Fault[] {
  const path = textPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const message = `unknown key ${key}`;
      const hint = knownWords.includes(key)
        ? 'it belongs in another place'
        : (didYouMean(key, knownWords) ?? 'no key of that name belongs here');
      return faultAt(document, [...path, key], { code: 'unknown-key', message, hint, part: 'key' });
    });
  }
  if (issue.code === 'invalid_union') {
    const [nearest = []] = [...issue.errors].sort((issues, nextIssues) => depth(nextIssues) - depth(issues));
    return nearest.flatMap((inner) =>
      faultsOf({ ...inner, path: [...issue.path, ...inner.path] }, document, knownWords),
    );
  }
  const name = String(path.at(-1) ?? 'the file');
  const code = path.includes('evidence') ? 'evidence-missing' : 'malformed';
  if (path.length === 0 && document.value === null) {
    const hint = 'a shell empties the file after `>` before its command ends, also one that fails: delete it';
    return [faultAt(document, path, { code, message: 'the file is empty', hint })];
  }
  if (hasValueAt(document.value, path)) {
    return [faultAt(document, path, { code, message: `${name}: ${issue.message}`, hint: hintOf(issue) })];
  }
  const hint = `add \`${name}: ...\``;
  return [faultAt(document, path, { code, message: `${name} is missing`, hint, part: 'key' })];
}

const depth = (issues: readonly z.core.$ZodIssue[]): number =>
  Math.max(0, ...issues.map(({ path }) => path.length));

/**
 * Reports a schema's findings at their positions in the document; `known` lists the keys that an unknown key may mean.
 */
export function schemaFaults(
  document: YamlDocument,
  error: z.ZodError,
  knownWords: readonly string[],
): Fault[] {
  return error.issues.flatMap((issue) => faultsOf(issue, document, knownWords));
}

const keysBySchema = new WeakMap<z.ZodType, readonly string[]>();

/** Lists the keys of all objects in a schema. */
function keysIn(schema: z.ZodType): readonly string[] {
  const cachedKeys = keysBySchema.get(schema);
  if (cachedKeys !== undefined) return cachedKeys;
  const keys = new Set<string>();
  const override = ({ zodSchema }: { readonly zodSchema: z.core.$ZodType }): void => {
    if (zodSchema instanceof z.ZodObject) for (const key of Object.keys(zodSchema.shape)) keys.add(key);
  };
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override });
  const names = [...keys];
  keysBySchema.set(schema, names);
  return names;
}

/** Reads the structure of a document; every fault has its position, unknown keys a "did you mean". */
export function readAs<Schema extends z.ZodType>(
  schema: Schema,
  document: YamlDocument,
): Result<z.output<Schema>, readonly Fault[]> {
  if (document.faults.length > 0) return failure(document.faults);
  const parsed = schema.safeParse(document.value);
  return parsed.success
    ? success(parsed.data)
    : failure(schemaFaults(document, parsed.error, keysIn(schema)));
}

/** A suggested repair: its text, or a mistyped word with the words that it may stand for. */
type Hint = string | undefined | readonly [word: string, candidates: Iterable<string>];

/** Reports a fault at a path. */
type Report = (path: Path, code: string, message: string, hint?: Hint) => void;

/** Collects the faults of one mapping file, so that all of them are reported at once. */
export interface Complaints {
  readonly faults: readonly Fault[];
  /** Points at the value of the path. */
  readonly report: Report;
  /** Points at its key. */
  readonly reportKey: Report;
  /** Returns the mapping line of a path, as rules carry it: `currency-offer.yaml:12`. */
  readonly place: (path: Path) => string;
}

/** Starts an empty collection over a document. */
export function createComplaints(document: YamlDocument): Complaints {
  const faults: Fault[] = [];
  const reporterOf =
    (part: 'key' | 'value'): Report =>
    (path, code, message, hint) => {
      const text = typeof hint === 'object' ? didYouMean(...hint) : hint;
      faults.push(faultAt(document, path, { code, message, hint: text, part }));
    };
  return {
    faults,
    report: reporterOf('value'),
    reportKey: reporterOf('key'),
    place: (path) => `${basename(document.file)}:${document.at(path, 'key').line}`,
  };
}
