import { leaves, type Leaf } from './leaves';

/** Text in the shape of a settings file: section headings and, below them, the lines that `linesOf` gives for each setting. */
export function outline(linesOf: (leaf: Leaf) => readonly string[]): string {
  let open: readonly string[] = [];
  const text = leaves.flatMap((leaf) => {
    const above = leaf.path.slice(0, -1);
    const shared = above.findIndex((name, depth) => name !== open[depth]);
    const headings =
      shared === -1 ? [] : above.slice(shared).map((name, depth) => `${'  '.repeat(shared + depth)}${name}:`);
    open = above;
    return [...headings, ...linesOf(leaf).map((line) => `${'  '.repeat(above.length)}${line}`)];
  });
  return `${text.join('\n')}\n`;
}
