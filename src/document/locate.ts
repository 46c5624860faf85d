import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Pair } from 'yaml';
import type { Path } from './document';

interface Place {
  readonly key: number;
  readonly value: number;
}

const startOf = (node: unknown): number | undefined => (isNode(node) ? node.range?.[0] : undefined);

function memberOf(node: unknown, name: string | number): Pair | undefined {
  if (!isMap(node)) return undefined;
  return node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(name));
}

/** The offsets of key and value at a path, or of the nearest ancestor that the document holds. */
export function locate(document: Document, path: Path): Place {
  const start = startOf(document.contents) ?? 0;
  let place: Place = { key: start, value: start };
  let node: unknown = document.contents;
  for (const name of path) {
    if (isAlias(node)) node = node.resolve(document);
    const pair = memberOf(node, name);
    const next: unknown = isSeq(node) ? node.items[Number(name)] : pair?.value;
    const key = startOf(pair?.key) ?? startOf(next);
    if (key === undefined) return place;
    place = { key, value: startOf(next) ?? key };
    node = next;
  }
  return place;
}
