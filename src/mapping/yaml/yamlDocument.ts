import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseDocument,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml';
import { inheritedNames } from '../../contract/json';
import type { Fault, Position } from './fileFault';

/** The path of a value inside a document: member names and list indices from the root. */
export type Path = readonly (string | number)[];

/** A YAML text as plain data with the position of every part. */
export interface YamlDocument {
  readonly file: string;
  /** Plain data; `undefined` if there are faults, so that half a document is never used. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /** Set for a mapping of another pair of APIs than the shipped one: it uses none of the shipped contracts. */
  readonly isOfOwnPair?: boolean;
  /** Returns the position of a path, or of its nearest ancestor in the text. */
  readonly at: (path: Path, part?: 'key' | 'value') => Position;
  /** Returns one line of the text, counted from 1, without its line end. */
  readonly line: (number: number) => string;
}

/** A fault at a position of the text, given as an offset. */
interface Finding {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
  readonly hint?: string;
}

const offsetOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

/** Finds keys of a map that stand twice, or that would change the prototype of an object. */
function mapFindings(map: YAMLMap, lineAt: (offset: number) => number): Finding[] {
  const firstOffsets = new Map<string, number>();
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const name = String(key.value);
    const offset = offsetOf(key);
    if (inheritedNames.has(name)) {
      return [{ code: 'forbidden-key', message: `the key "${name}" is not allowed`, offset }];
    }
    const earlier = firstOffsets.get(name);
    firstOffsets.set(name, earlier ?? offset);
    if (earlier === undefined) return [];
    const message = `duplicate key "${name}", first on line ${String(lineAt(earlier))}`;
    return [{ code: 'duplicate-key', message, offset, hint: 'keep one of the two' }];
  });
}

function aliasFindings(alias: Alias, document: Document): Finding[] {
  if (alias.resolve(document) !== undefined) return [];
  const message = `no anchor &${alias.source} stands before the alias *${alias.source}`;
  return [{ code: 'unknown-alias', message, offset: offsetOf(alias) }];
}

/** Finds faults of a well-formed document: duplicate and polluting keys, aliases without an anchor. */
function documentFindings(document: Document, lineAt: (offset: number) => number): Finding[] {
  const findings: Finding[] = [];
  visit(document, {
    Map: (_key, map) => void findings.push(...mapFindings(map, lineAt)),
    Alias: (_key, alias) => void findings.push(...aliasFindings(alias, document)),
  });
  return findings;
}

interface Place {
  readonly key: number;
  readonly value: number;
}

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

/** Members of each map by name; the first of two with one name. A document does not change after it was read. */
const membersOf = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

/** Finds the member of a map by its name. */
function memberOf(node: unknown, name: string | number): Pair | undefined {
  if (!isMap(node)) return undefined;
  const cachedMembers = membersOf.get(node);
  if (cachedMembers !== undefined) return cachedMembers.get(String(name));
  const named = node.items.flatMap((pair) =>
    isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : [],
  );
  const members = new Map(named.toReversed());
  membersOf.set(node, members);
  return members.get(String(name));
}

/** Returns the offsets of key and value at a path, or of the nearest ancestor in the document. */
function offsetsAt(document: Document, path: Path): Place {
  const start = startOf(document.contents) ?? 0;
  let nodePlace: Place = { key: start, value: start };
  let node: unknown = document.contents;
  for (const name of path) {
    if (isAlias(node)) node = node.resolve(document);
    const pair = memberOf(node, name);
    const next: unknown = isSeq(node) ? node.items[Number(name)] : pair?.value;
    const key = startOf(pair?.key) ?? startOf(next);
    if (key === undefined) return nodePlace;
    nodePlace = { key, value: startOf(next) ?? key };
    node = next;
  }
  return nodePlace;
}

/** Most values that aliases may expand to: far above any honest file, far below one made to exhaust memory. */
const MAX_ALIASES = 100;

const codes: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'several-documents',
  NON_STRING_KEY: 'key-not-text',
  TAG_RESOLVE_FAILED: 'unknown-tag',
};

const hints: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'keep one document per file',
  TAB_AS_INDENT: 'indent with spaces',
  TAG_RESOLVE_FAILED: 'remove the tag, or quote the text if it is meant to start with "!"',
};

function syntaxFinding(error: YAMLError): Finding {
  const { code, message, pos } = error;
  const hint = hints[code];
  return { code: codes[code] ?? 'syntax', message, offset: pos[0], ...(hint === undefined ? {} : { hint }) };
}

/** Turns a document into plain data; the failure is too many aliases. */
function plainData(parsed: ReturnType<typeof parseDocument>): { value: unknown; findings: Finding[] } {
  try {
    return { value: parsed.toJS({ maxAliasCount: MAX_ALIASES }), findings: [] };
  } catch (error) {
    // The one throw left after `inspect`: the library's guard against aliases that multiply.
    const message = error instanceof Error ? error.message : 'the aliases cannot be expanded';
    return { value: undefined, findings: [{ code: 'too-many-aliases', message, offset: 0 }] };
  }
}

/** Most characters of a text: a table of 10,000 keys fits, and a file named by mistake cannot end the process. */
const MAX_TEXT_LENGTH = 8 * 1024 * 1024;

function tooLongDocument(file: string, length: number): YamlDocument {
  const start: Position = { line: 1, column: 1 };
  const message = `the file is ${length.toLocaleString('en')} characters long, and at most ${MAX_TEXT_LENGTH.toLocaleString('en')} are read`;
  const fault = { code: 'too-long', message, hint: 'name the right file', file, ...start, text: '' };
  return { file, value: undefined, faults: [fault], at: () => start, line: () => '' };
}

/**
 * Reads one YAML 1.2 document of the core schema: text keys, no tags, a cap on aliases, no keys that pollute
 * prototypes. Never throws; if there are faults, it returns all of them and no value.
 */
export function readDocument(file: string, text: string): YamlDocument {
  if (text.length > MAX_TEXT_LENGTH) return tooLongDocument(file, text.length);
  const counter = new LineCounter();
  const parsedDocument = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    resolveKnownTags: false,
    schema: 'core',
    stringKeys: true,
    // Checked by `inspect`, because the library does not say which key it is.
    uniqueKeys: false,
  });
  const end = text.trimEnd().length;
  const lines = text.split(/\r?\n/);
  const line = (number: number) => lines[number - 1] ?? '';
  const position = (offset: number): Position => {
    // A fault at the end of a file is shown after its last text, not on an empty line below.
    const { line, col } = counter.linePos(Math.min(offset, end));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };

  const syntax = [...parsedDocument.errors, ...parsedDocument.warnings].map(syntaxFinding);
  const findings = [...syntax, ...documentFindings(parsedDocument, (offset) => position(offset).line)];
  const data = findings.length > 0 ? { value: undefined, findings } : plainData(parsedDocument);
  const faults = data.findings
    .toSorted((finding, nextFinding) => finding.offset - nextFinding.offset)
    .map(({ offset, ...complaint }) => {
      const findingPosition = position(offset);
      return { ...complaint, file, ...findingPosition, text: line(findingPosition.line) };
    });
  const at: YamlDocument['at'] = (path, part = 'value') => position(offsetsAt(parsedDocument, path)[part]);
  return { file, value: data.value, faults, at, line };
}
