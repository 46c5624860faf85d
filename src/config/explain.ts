import type { z } from 'zod';
import { didYouMean } from '../document/didYouMean';
import type { Document } from '../document/document';
import { faultAt } from '../document/faultAt';
import type { ConfigFault } from './configFault';
import { leaves, sections } from './leaves';
import { maskSecrets } from './maskSecrets';
import type { Source } from './source';

type Issue = z.core.$ZodIssue;
type IssuePath = readonly (string | number)[];

interface Complaint {
  readonly path: IssuePath;
  readonly code: string;
  /** What is wrong, to follow the name of the setting or its source. */
  readonly message: string;
  readonly hint?: string | undefined;
  readonly part?: 'key' | 'value';
}

function unknownKeys(path: IssuePath, keys: readonly string[]): Complaint[] {
  const known = sections.find((section) => section.path.join('.') === path.join('.'))?.members ?? [];
  return keys.map((key) => ({
    path: [...path, key],
    code: 'unknown-setting',
    message: 'is not a setting',
    hint: didYouMean(key, known) ?? `settings here: ${known.join(', ')}`,
    part: 'key',
  }));
}

function hintOf(issue: Issue): string | undefined {
  const hint: unknown = issue.code === 'custom' ? issue.params?.['hint'] : undefined;
  return typeof hint === 'string' ? hint : undefined;
}

function complaints(issue: Issue): Complaint[] {
  const path = issue.path.map((name) => (typeof name === 'symbol' ? String(name) : name));
  if (issue.code === 'unrecognized_keys') return unknownKeys(path, issue.keys);
  const leaf = leaves.find(({ name }) => name === path.join('.'));
  if (leaf === undefined) {
    return [{ path, code: 'not-a-section', message: 'must be lines of the form "name: value"' }];
  }
  if (issue.code === 'custom') {
    return [{ path, code: 'bad-setting', message: issue.message, hint: hintOf(issue) }];
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    const hint = `add it, or set ${leaf.variable}`;
    return [{ path, code: 'missing-setting', message: `is missing: ${leaf.wants}`, hint }];
  }
  return [{ path, code: 'bad-setting', message: `must be ${leaf.wants}` }];
}

function placed(
  complaint: Complaint,
  document: Document | undefined,
  source: Source | undefined,
): ConfigFault {
  const { path, code, message, hint } = complaint;
  const name = path.length === 0 ? 'the file' : path.join('.');
  if (document !== undefined && (source === undefined || source.kind === 'file')) {
    const fault = faultAt(document, path, { ...complaint, message: `${name} ${message}` });
    return { kind: 'file', fault: maskSecrets(fault) };
  }
  const place = source?.kind === 'variable' || source?.kind === 'option' ? source.name : name;
  return { kind: 'named', place, code, message, ...(hint === undefined ? {} : { hint }) };
}

/** Files first, in the order of their lines. */
function rank(fault: ConfigFault): number {
  return fault.kind === 'file' ? fault.fault.line : Infinity;
}

/** Turns what the schema found into faults that point at the line, the variable or the option that is wrong. */
export function explain(
  issues: readonly Issue[],
  document: Document | undefined,
  sources: ReadonlyMap<string, Source>,
): ConfigFault[] {
  return issues
    .flatMap(complaints)
    .map((complaint) => placed(complaint, document, sources.get(complaint.path.join('.'))))
    .toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other)));
}
