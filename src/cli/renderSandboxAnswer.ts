import { z } from 'zod';
import { renderTable } from './renderTable';

const refusal = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
const newKey = z.object({ key: z.string() });
const order = z.object({
  data: z.object({
    id: z.int(),
    kind: z.string(),
    status: z.string(),
    quantity: z.int(),
    title: z.string(),
    price_eur: z.union([z.string(), z.object({ format: z.string() }).transform(({ format }) => format)]),
    is_disputed: z.boolean(),
  }),
});
const list = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

/** An answer of the control API in lines for people. */
export function renderSandboxAnswer(body: unknown): readonly string[] {
  const key = newKey.safeParse(body);
  if (key.success) return [key.data.key];
  const traded = order.safeParse(body);
  if (traded.success) return [orderLine(traded.data.data)];
  const rows = list.safeParse(body);
  if (rows.success) return table(rows.data.data);
  const said = refusal.safeParse(body);
  if (!said.success) return [JSON.stringify(body)];
  const { message, errors = {} } = said.data;
  const texts = Object.values(errors).flat();
  return texts.length === 0 ? [message] : texts;
}

const orderLine = ({
  id,
  kind,
  status,
  quantity,
  title,
  price_eur,
  is_disputed,
}: z.output<typeof order>['data']) =>
  `order ${id} (${kind}) is ${status}${is_disputed ? ', disputed' : ''}: ${quantity} x ${title}, ${price_eur} EUR`;

function table(rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  const [first] = rows;
  if (first === undefined) return ['nothing'];
  const columns = Object.keys(first);
  const cell = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  return renderTable([columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]);
}
