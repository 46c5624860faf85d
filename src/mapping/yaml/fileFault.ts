/** A position in a text, both numbers counted from 1; a column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A fault in a file, described so that the reader can find and repair it. */
export interface Fault extends Position {
  /** Stable kebab-case name, on which tests and tools match. */
  readonly code: string;
  readonly message: string;
  readonly file: string;
  /** The whole offending line. */
  readonly text: string;
  /** The suggested repair. */
  readonly hint?: string;
}

const BOLD = '1';
const RED = '31';
const CYAN = '36';

/** Most characters of a line that are shown. */
const MAX_SHOWN_LENGTH = 160;

/** Returns the part of a long line around its column, and the column in that part. */
function shownPart({ text, column }: Pick<Fault, 'text' | 'column'>): Pick<Fault, 'text' | 'column'> {
  const begin = Math.max(0, Math.min(column - 1 - MAX_SHOWN_LENGTH / 2, text.length - MAX_SHOWN_LENGTH));
  return { text: text.slice(begin, begin + MAX_SHOWN_LENGTH), column: column - begin };
}

/**
 * Renders a fault as compilers do: place and message, the line, a caret under the column, the hint. A fault without a
 * line concerns the file as a whole.
 */
export function renderFault(fault: Fault, options: { readonly colour: boolean }): string {
  const paint = (code: string, word: string) => (options.colour ? `\u001b[${code}m${word}\u001b[0m` : word);
  const hint = fault.hint === undefined ? [] : [`${paint(CYAN, 'hint:')} ${fault.hint}`];
  if (fault.text === '') {
    return [`${paint(BOLD, fault.file)}: ${fault.message}`, ...hint.map((line) => `  = ${line}`)].join('\n');
  }
  const number = String(fault.line);
  const gutter = ' '.repeat(number.length);
  const { text, column } = shownPart(fault);
  // Tabs are kept, so that the caret is under its column at any width of tabs.
  const indent = text.slice(0, column - 1).replace(/[^\t]/g, ' ');
  const position = `${fault.file}:${number}:${String(fault.column)}`;
  return [
    `${paint(BOLD, position)}: ${fault.message}`,
    `  ${number} | ${text}`,
    `  ${gutter} | ${indent}${paint(RED, '^')}`,
    ...hint.map((line) => `  ${gutter} = ${line}`),
  ].join('\n');
}
