import { LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { Document } from './document';
import { type Finding, inspect } from './inspect';
import { locate } from './locate';
import type { Position } from './position';

/** Most values that aliases may expand to; far above any honest file, far below one made to exhaust memory. */
const MOST_ALIASES = 100;

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

function plainData(parsed: ReturnType<typeof parseDocument>): { value: unknown; findings: Finding[] } {
  try {
    return { value: parsed.toJS({ maxAliasCount: MOST_ALIASES }), findings: [] };
  } catch (error) {
    // The one throw left after `inspect`: the library's guard against aliases that multiply.
    const message = error instanceof Error ? error.message : 'the aliases cannot be expanded';
    return { value: undefined, findings: [{ code: 'too-many-aliases', message, offset: 0 }] };
  }
}

/**
 * Reads one YAML 1.2 document of the core schema: text keys, no tags, a cap on aliases, no keys that pollute prototypes.
 * Never throws; whatever is wrong comes back as faults, all of them, and then without a value.
 */
export function readDocument(file: string, text: string): Document {
  const counter = new LineCounter();
  const parsed = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    resolveKnownTags: false,
    schema: 'core',
    stringKeys: true,
    // Own check: the library's does not say which key it is.
    uniqueKeys: false,
  });
  const end = text.trimEnd().length;
  const lines = text.split(/\r?\n/);
  const line = (number: number) => lines[number - 1] ?? '';
  const position = (offset: number): Position => {
    // What is missing at the end of a file is shown where its last text ends, not on an empty line below.
    const { line, col } = counter.linePos(Math.min(offset, end));
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };

  const syntax = [...parsed.errors, ...parsed.warnings].map(syntaxFinding);
  const found = [...syntax, ...inspect(parsed, (offset) => position(offset).line)];
  const plain = found.length > 0 ? { value: undefined, findings: found } : plainData(parsed);
  const faults = plain.findings
    .toSorted((one, other) => one.offset - other.offset)
    .map(({ offset, ...rest }) => {
      const place = position(offset);
      return { ...rest, file, ...place, text: line(place.line) };
    });
  const at: Document['at'] = (path, part = 'value') => position(locate(parsed, path)[part]);
  return { file, value: plain.value, faults, at, line };
}
