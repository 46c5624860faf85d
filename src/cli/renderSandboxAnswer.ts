import { type ControlResult, readControlAnswer } from '../sandbox/control/readControlAnswer';
import { columns } from './columns';

/** An answer of the control API in lines for people. */
export function renderSandboxAnswer(body: unknown): readonly string[] {
  const result = readControlAnswer(body);
  switch (result.kind) {
    case 'key':
      return [result.key];
    case 'order':
      return [orderLine(result.order)];
    case 'list':
      return rowLines(result.rows);
    case 'said': {
      const texts = Object.values(result.errors).flat();
      return texts.length === 0 ? [result.message] : texts;
    }
  }
}

type Order = Extract<ControlResult, { kind: 'order' }>['order'];

const orderLine = ({ id, kind, status, quantity, title, price_eur, is_disputed }: Order): string =>
  `order ${id} (${kind}) is ${status}${is_disputed ? ', disputed' : ''}: ${quantity} x ${title}, ${price_eur}`;

function rowLines(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const [first] = rows;
  if (first === undefined) return ['nothing'];
  const names = Object.keys(first);
  const cell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return columns([names, ...rows.map((row) => names.map((name) => cell(row[name])))]);
}
