import { askControl, type ControlResult, readControlAnswer } from '../../sandbox/control/controlClient';
import { columns, type Terminal } from '../terminal';
import type { ExitCode } from '../command';

/** Names of the offers in the marketplace's control API, by v2 path. */
export const offerKinds: Readonly<Record<string, string>> = {
  'account-offers': 'account',
  'currency-offers': 'currency',
  'item-offers': 'item',
  'gift-cards': 'gift_card',
};

/** Renders an answer of the control API as lines for people. */
function renderSandboxAnswer(body: unknown): readonly string[] {
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

/** A request to the control API of a running marketplace. */
export type SandboxTask =
  | {
      readonly kind: 'createKey';
      readonly name: string;
      readonly seller: number;
      readonly version: string;
      readonly readOnly: boolean;
    }
  | { readonly kind: 'listKeys'; readonly seller: number }
  | { readonly kind: 'deleteKey'; readonly id: number }
  | { readonly kind: 'buy'; readonly offer: string; readonly quantity: number; readonly buyer: string }
  | { readonly kind: 'deliver' | 'refund'; readonly order: number }
  | { readonly kind: 'dispute'; readonly order: number; readonly action: 'open' | 'close' | 'report' }
  | { readonly kind: 'webhookLog' }
  | { readonly kind: 'replay'; readonly id: number };

/** Sends a request to a running marketplace and prints the result; 1 when it refuses or cannot be reached. */
export async function sandboxTask(
  origin: string,
  task: SandboxTask,
  { write, complain }: Terminal,
  json = false,
): Promise<ExitCode> {
  const answer = await ask(origin, task);
  if (answer.kind === 'unreachable') {
    complain(`no marketplace answers at ${origin} (${answer.reason})`);
    complain('  = hint: start one with `lifeboat sandbox`, or say where it is with --url');
    return 1;
  }
  const lines = json ? [JSON.stringify(answer.body, null, 2)] : renderSandboxAnswer(answer.body);
  if (answer.status >= 400) {
    for (const line of lines) complain(line);
    return 1;
  }
  for (const line of lines) write(line);
  return 0;
}

function ask(origin: string, task: SandboxTask) {
  switch (task.kind) {
    case 'createKey': {
      const { name, seller, version, readOnly: read_only } = task;
      return askControl(origin, 'POST', '/keys', { name, seller, version, read_only });
    }
    case 'listKeys':
      return askControl(origin, 'GET', `/keys?seller=${task.seller}`);
    case 'deleteKey':
      return askControl(origin, 'DELETE', `/keys/${task.id}`);
    case 'buy':
      return askControl(origin, 'POST', '/buy', purchase(task));
    case 'deliver':
    case 'refund':
      return askControl(origin, 'POST', `/orders/${task.order}/${task.kind}`);
    case 'dispute':
      return askControl(origin, 'POST', `/orders/${task.order}/dispute`, { action: task.action });
    case 'webhookLog':
      return askControl(origin, 'GET', '/webhooks/deliveries');
    case 'replay':
      return askControl(origin, 'POST', `/webhooks/deliveries/${task.id}/replay`);
  }
}

/** Splits the name of an offer: `7001` is an id alone, `currency-offers/7001` a kind and an id. */
function purchase({ offer, quantity, buyer }: Extract<SandboxTask, { kind: 'buy' }>) {
  const [id = '', path] = offer.split('/').reverse();
  const kind = path === undefined ? {} : { kind: offerKinds[path] ?? path };
  return { ...kind, offer: Number(id), quantity, buyer };
}
