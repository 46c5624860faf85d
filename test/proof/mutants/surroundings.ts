/** The lines of a mapping file, counted from 0. */
type Lines = readonly string[];

const indent = (line: string): number => line.search(/\S/);
const isData = (line: string): boolean => !/^\s*(#.*)?$/.test(line);

const opens = (line: string | undefined, word: string): boolean => line?.trim().startsWith(word) ?? false;

const range = (start: number, end: number): number[] =>
  Array.from({ length: end - start }, (_, index) => start + index);

/** Returns the first line below `line` that does not belong to it. */
function endOf(lines: Lines, line: number): number {
  const depth = indent(lines[line] ?? '');
  const remainder = lines.slice(line + 1).findIndex((text) => isData(text) && indent(text) <= depth);
  return remainder === -1 ? lines.length : line + 1 + remainder;
}

/** Returns the first line of the block around a line; for a line at the top level the first with content. */
function headerOf(lines: Lines, line: number): number {
  const depth = indent(lines[line] ?? '');
  const header = lines.slice(0, line).findLastIndex((text) => isData(text) && indent(text) < depth);
  return header === -1 ? lines.findIndex(isData) : header;
}

/** Finds the other of the two lists that together name every member: a member in neither may be missing in either. */
function sisterOf(lines: Lines, header: number): number[] {
  const words = ['mirrors:', 'unmirrored:'];
  const [sister] = words.filter((word) => !opens(lines[header], word));
  if (words.every((word) => !opens(lines[header], word)) || sister === undefined) return [];
  const body = headerOf(lines, header);
  return range(body, endOf(lines, body)).filter((line) => opens(lines[line], sister));
}

const OPERATION = 2;

/** Lists the lines of an operation outside its rules, which refer to each other; none for a line elsewhere. */
function operationOf(lines: Lines, line: number): number[] {
  const start = lines.slice(0, line).findLastIndex((text) => isData(text) && indent(text) === OPERATION);
  const section = lines.slice(0, Math.max(start, 0)).findLast((text) => /^\w/.test(text));
  if (!opens(section, 'operations:')) return [];
  const ownNumbers = range(start, endOf(lines, start));
  const rules = ownNumbers.filter((at) => /^ {4}(body|answer):$/.test(lines[at] ?? ''));
  const outside = ownNumbers.slice(
    0,
    rules.length === 0 ? ownNumbers.length : ownNumbers.indexOf(rules[0] ?? start),
  );
  return outside.includes(line) ? outside : [];
}

/**
 * Returns the places in which a reader looks for a deleted line (counted from 0). They are line numbers of the file
 * without it, counted from 1: its place, the first line of its block, the lines below it, and those that need it.
 */
export function surroundings(lines: Lines, deleted: number): ReadonlySet<number> {
  const header = headerOf(lines, deleted);
  const headed = range(deleted + 1, endOf(lines, deleted) + 1);
  const otherNumbers = [header, ...headed, ...sisterOf(lines, header), ...operationOf(lines, deleted)];
  const moved = otherNumbers.map((line) => (line > deleted ? line : line + 1));
  return new Set([deleted, deleted + 1, ...moved]);
}
