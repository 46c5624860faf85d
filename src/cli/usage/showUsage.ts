import { callerText } from '../../cutover/callerNames';
import { counted } from '../../mapping/compile/ledger';
import type { UsagePage, UsedClient, UsedOperation } from '../../usage/usagePages';
import { columns } from '../terminal';

const clientText = ({ caller, program, name }: UsedClient): string =>
  `${callerText(caller, name)} ${program}`;

const traitTexts = ({ traits }: UsedOperation): readonly string[] =>
  traits.map(({ trait, field, requests }) => `${trait} ${field} (${requests})`);

function clientRows(clients: readonly UsedClient[]): readonly string[] {
  const rows = clients.map((client) => [
    ...[clientText(client), client.readiness ?? '-', String(client.requests), String(client.errors)],
    ...[String(client.byV1), String(client.byV2), client.latestOnV1 ?? 'none', client.why ?? ''],
  ]);
  const heading = ['client', 'readiness', 'requests', 'errors', 'by v1', 'by v2', 'latest v1 request', 'why'];
  return columns([heading, ...rows]);
}

function operationRows(client: UsedClient): readonly string[] {
  const rows = client.operations.map((used) => [
    ...[used.operation, String(used.requests), String(used.errors), String(used.byV1), String(used.byV2)],
    ...[used.latest, traitTexts(used).join(', ')],
  ]);
  const heading = ['operation', 'requests', 'errors', 'by v1', 'by v2', 'latest', 'what v2 wants otherwise'];
  return [
    `${clientText(client)}: ${client.readiness ?? '-'}, ${client.why ?? 'no client of its own'}`,
    ...columns([heading, ...rows]),
    '',
  ];
}

function textLines({ from, to, total, clients, clientsInAll, readiness }: UsagePage, isOne: boolean) {
  const states = Object.entries(readiness).map(([name, count]) => `${name} ${count}`);
  const unlistedCount = clientsInAll - clients.length;
  return [
    `${from} to ${to}: ${counted(total.requests, 'request')}, ${counted(total.errors, 'error')}, ${total.refused} refused by brownouts`,
    `${counted(clientsInAll, 'client')}: ${states.join(', ')}`,
    '',
    ...(isOne ? clients.flatMap(operationRows) : clientRows(clients)),
    ...(unlistedCount > 0 ? [`${unlistedCount} more, less busy: name one with --client`] : []),
  ];
}

/**
 * Quotes a cell (RFC 4180), and makes it safe: a spreadsheet takes a text that begins with one of `=+-@` for a formula.
 */
function cell(text: string): string {
  const cellText = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cellText) ? `"${cellText.replaceAll('"', '""')}"` : cellText;
}

function csvLines({ clients }: UsagePage): readonly string[] {
  const heading = [
    ...['key', 'name', 'program', 'readiness', 'resource', 'operation', 'requests', 'errors', 'by_v1'],
    ...['by_v2', 'refused', 'latest', 'traits'],
  ];
  const rows = clients.flatMap(({ caller, name = '', program, readiness = '', operations }) =>
    operations.map((used) => [
      ...[caller, name, program, readiness, used.resource, used.operation],
      ...[used.requests, used.errors, used.byV1, used.byV2, used.refused].map(String),
      ...[used.latest, traitTexts(used).join('; ')],
    ]),
  );
  return [heading, ...rows].map((row) => row.map(cell).join(','));
}

/** Renders the usage that a running gateway has counted, of all clients or of one. */
export const usageLines = (page: UsagePage, isTable: boolean, isOne: boolean): readonly string[] =>
  isTable ? csvLines(page) : textLines(page, isOne);
