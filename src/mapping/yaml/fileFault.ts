/** A place in a text, both counted from 1; a column counts UTF-16 units. */
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

/** A fault as compilers print one: place and message, the line, a caret under the column, the hint. Without a line it is the file as a whole. */
export function renderFault(fault: Fault, options: { readonly colour: boolean }): string {
  const paint = (code: string, text: string) => (options.colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const hint = fault.hint === undefined ? [] : [`${paint(CYAN, 'hint:')} ${fault.hint}`];
  if (fault.text === '') {
    return [`${paint(BOLD, fault.file)}: ${fault.message}`, ...hint.map((line) => `  = ${line}`)].join('\n');
  }
  const number = String(fault.line);
  const gutter = ' '.repeat(number.length);
  // Tabs are kept, so that the caret stands under its column however wide the terminal draws them.
  const indent = fault.text.slice(0, fault.column - 1).replace(/[^\t]/g, ' ');
  const place = `${fault.file}:${number}:${String(fault.column)}`;
  return [
    `${paint(BOLD, place)}: ${fault.message}`,
    `  ${number} | ${fault.text}`,
    `  ${gutter} | ${indent}${paint(RED, '^')}`,
    ...hint.map((line) => `  ${gutter} = ${line}`),
  ].join('\n');
}
