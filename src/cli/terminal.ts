import { createInterface } from 'node:readline/promises';
import { setTimeout } from 'node:timers/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
import type { Clock } from '../contract/clock';
import { platformOf } from '../contract/platform';
import type { Environment } from '../config';
import { callerText } from '../cutover/callerNames';

const WIDTH = 30;

/** Draws a progress bar on a terminal. Draws nothing if the output is not a terminal. */
export function createProgressBar(task: string, interactive: boolean): (done: number, total: number) => void {
  if (!interactive) return () => undefined;
  return (done, total) => {
    const filled = Math.round((done / total) * WIDTH);
    const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
    process.stderr.write(`\r${task} [${bar}] ${done} of ${total}${done === total ? '\n' : ''}`);
  };
}

/** Time (ms) within which a repeated signal is a duplicate: npm passes on a Ctrl-C that its child already has. */
const SIGNAL_ECHO_MS = 500;

/** Waits for the first signal that asks to stop. Calls `force` at a second, later one. */
export function waitForSignal(
  clock: Pick<Clock, 'steady'>,
  force: () => void,
  { stops } = platformOf(process.platform),
): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstSignalAt: number | undefined;
    const take = (signal: NodeJS.Signals) => {
      if (firstSignalAt === undefined) {
        firstSignalAt = clock.steady();
        resolve(signal);
      } else if (clock.steady() - firstSignalAt > SIGNAL_ECHO_MS) {
        force();
      }
    };
    for (const signal of stops) process.on(signal, take);
  });
}

/** Returns a signal that fires when the process is asked to stop. Asked once more, it ends at once. */
export function createStopSignal(clock: Pick<Clock, 'steady'>): AbortSignal {
  const stop = new AbortController();
  // The code that shells report after Ctrl-C.
  void waitForSignal(clock, () => process.exit(130)).then(() => stop.abort());
  return stop.signal;
}

/** Creates the pause (ms) of a command that asks once more and once more. False ends it. */
export const createPause =
  (ms: number, signal: AbortSignal): (() => Promise<boolean>) =>
  () =>
    setTimeout(ms, true, { signal }).catch(() => false);

/** Output of a command, line by line: results go to `write`, everything else to `complain`. */
export interface Terminal {
  readonly write: (line: string) => void;
  readonly complain: (line: string) => void;
  /** True if a person reads the complaints. */
  readonly interactive: boolean;
  /** True when text may be coloured. */
  readonly colour: boolean;
}

/** Opens the process's stdout and stderr. Colours those that are terminals, none with NO_COLOR (no-color.org). */
export function openTerminal(environment: Environment): Terminal {
  const { stdout, stderr } = process;
  const colour = (environment['NO_COLOR'] ?? '') === '' && (stdout.isTTY || stderr.isTTY);
  const createPrinter =
    (output: NodeJS.WriteStream) =>
    (line: string): void =>
      void output.write(`${colour && !output.isTTY ? stripVTControlCharacters(line) : line}\n`);
  return { write: createPrinter(stdout), complain: createPrinter(stderr), interactive: stderr.isTTY, colour };
}

/** Prints a value as JSON for programs, or in lines for people. */
export function print(
  value: unknown,
  lines: readonly string[],
  json: boolean | undefined,
  { write }: Pick<Terminal, 'write'>,
): void {
  for (const line of json === true ? [JSON.stringify(value, null, 2)] : lines) write(line);
}

/** A colour or weight of text, as Node names it. */
export type TextStyle = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

/** Creates the function that styles text for a terminal. It leaves text unchanged if colours are not allowed. */
export const createPainter =
  (colour: boolean) =>
  (style: TextStyle, text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;

/** Asks the person at the terminal to type one line. */
export type AskLine = (question: string) => Promise<string>;

/** Creates the function that asks the person at the terminal. Returns undefined if stdin is not a terminal. */
export function createAskLine(): AskLine | undefined {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) return undefined;
  return async (question) => {
    const prompt = createInterface({ input, output });
    try {
      return (await prompt.question(`${question} `)).trim();
    } finally {
      prompt.close();
    }
  };
}

/** Aligns rows of cells in columns, two spaces apart. No line ends in spaces. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Shortens a text to a number of characters. The last one says that there is more. */
export function shortenText(text: string, width: number): string {
  const characters = Array.from(text);
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`;
}

/** Leaves out each line whose condition does not hold. */
export const keepPresentLines = (lines: readonly (string | false | undefined)[]): readonly string[] =>
  lines.filter((line) => typeof line === 'string');

/** Puts an empty line before lines, if there are any. */
export const addEmptyLine = (lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', ...lines];

/** Members that are instants (clock ms). */
const INSTANTS: ReadonlySet<string> = new Set(['at', 'until']);

/** Renders a member of a row for people: a caller with its name, an instant as ISO 8601, a list with commas. */
function cellOf(row: object, member: string): string {
  const { [member]: value, name } = row as Readonly<Record<string, unknown>>;
  if (member === 'caller') return callerText(String(value), name as string | undefined);
  if (value === undefined) return '-';
  if (Array.isArray(value)) return value.join(', ');
  if (INSTANTS.has(member) && typeof value === 'number') return new Date(value).toISOString();
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** Renders members of rows as a table under their names; without rows only the words for none, if there are any. */
export function renderTable<Row extends object>(
  rows: readonly Row[],
  members: readonly (keyof Row & string)[],
  none: readonly string[] = [],
): readonly string[] {
  if (rows.length === 0) return none;
  const headings = members.map((member) =>
    member.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  );
  return alignColumns([headings, ...rows.map((row) => members.map((member) => cellOf(row, member)))]);
}
