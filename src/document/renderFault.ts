import type { Fault } from './fault';

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
