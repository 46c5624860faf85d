import type { contracts } from '../contract/contracts';
import { compileGuard } from '../contract/guard';
import { isJsonObject } from '../contract/json';
import type { Path } from '../document/document';
import { didYouMean } from '../document/didYouMean';
import { Mismatch } from '../translation/mismatch';
import type { Complaints } from './complaints';
import { contractNamed, type ObjectField } from './contractNamed';
import type { OperationEntry } from './mappingFile';
import type { NamesKnown } from './operation';
import { resolvePages } from './resolvePages';

type Entry = NonNullable<OperationEntry['notFound']>;

/** The names that go along with a 404, compiled, and the parts of them that witnesses are made from. */
export interface ResolvedNames {
  readonly known: NamesKnown;
  /** The contract of one item of their list. */
  readonly item: ObjectField;
  /** Member -> word that its list must hold. */
  readonly having: Readonly<Record<string, string>>;
}

function checkMembers(entry: Entry, contract: ObjectField, at: Path, complaints: Complaints): void {
  const named = [
    ...(['key', 'value'] as const).map((part) => ({ path: [...at, part], name: entry[part], kind: 'text' })),
    ...Object.keys(entry.having).map((name) => ({ path: [...at, 'having', name], name, kind: 'list' })),
  ];
  for (const { path, name, kind } of named) {
    if (contract.members.get(name)?.kind === kind) continue;
    const hint = didYouMean(name, contract.members.keys());
    const message = `v2 has no ${kind} ${name}`;
    const part = kind === 'list' ? 'key' : 'value';
    complaints.report(path, { code: 'source-unknown', message, hint, part });
  }
}

/** Compiles the names that go along with a 404; complains about members that v2's items do not have. */
export function resolveNames(
  entry: Entry,
  at: Path,
  known: typeof contracts,
  complaints: Complaints,
): ResolvedNames | undefined {
  const contract = contractNamed(known.v2, entry.contract, [...at, 'contract'], complaints);
  if (contract === undefined) return undefined;
  checkMembers(entry, contract, at, complaints);
  const guard = compileGuard(contract);
  const place = complaints.place(at);
  const { having } = entry;
  const conditions = Object.entries(having);
  const read: NamesKnown['read'] = (item) => {
    const wrong = guard(item);
    if (wrong !== undefined || !isJsonObject(item))
      return new Mismatch(`data[].${wrong ?? ''}`, 'contract', place);
    const holds = conditions.every(([name, word]) => {
      const words = item[name];
      return Array.isArray(words) && words.includes(word);
    });
    const [key, value] = [item[entry.key], item[entry.value]];
    return holds && typeof key === 'string' && typeof value === 'string' ? [key, value] : undefined;
  };
  const list = resolvePages(entry.v2, entry.pages);
  return { known: { list, as: entry.as, read }, item: contract, having };
}
