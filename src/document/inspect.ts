import { type Alias, type Document, isNode, isScalar, visit, type YAMLMap } from 'yaml';

/** What is wrong at a place of the text, given as an offset. */
export interface Finding {
  readonly code: string;
  readonly message: string;
  readonly offset: number;
  readonly hint?: string;
}

/** Keys that reach an object's prototype when data is copied carelessly. */
const POLLUTING = new Set(['__proto__', 'constructor', 'prototype']);

const offsetOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

function mapFindings(map: YAMLMap, lineAt: (offset: number) => number): Finding[] {
  const first = new Map<string, number>();
  return map.items.flatMap(({ key }) => {
    if (!isScalar(key)) return [];
    const name = String(key.value);
    const offset = offsetOf(key);
    if (POLLUTING.has(name)) {
      return [{ code: 'forbidden-key', message: `the key "${name}" is not allowed`, offset }];
    }
    const earlier = first.get(name);
    first.set(name, earlier ?? offset);
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

/** What a well-formed document must still not hold: duplicate and polluting keys, aliases without an anchor. */
export function inspect(document: Document, lineAt: (offset: number) => number): Finding[] {
  const findings: Finding[] = [];
  visit(document, {
    Map: (_key, map) => void findings.push(...mapFindings(map, lineAt)),
    Alias: (_key, alias) => void findings.push(...aliasFindings(alias, document)),
  });
  return findings;
}
