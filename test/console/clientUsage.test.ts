import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ClientsScreen } from '../../src/console/clients';
import { neededText, ranked } from '../../src/console/clientUsage';
import type { ClientView, Page, ProgramView, ViewOf } from '../../src/console/consoleData';

const counts = { requests: 1, errors: 0, byV1: 1, byV2: 0, refused: 0, latest: '2025-10-01T12:00:00.000Z' };

const program = (
  name: string,
  readiness?: ProgramView['readiness'],
  fields: readonly string[] = [],
): ProgramView => ({
  client: `96e0618ddc9e/${name}`,
  caller: '96e0618ddc9e',
  program: name,
  ...counts,
  readiness,
  operations: [
    {
      resource: 'currency',
      operation: 'patchCurrencyOffer',
      ...counts,
      traits: fields.map((field) => ({
        trait: 'textPrice',
        field,
        requests: 1,
        latest: '2025-10-01',
        sends: 'text',
        wants: 'a number',
      })),
    },
  ],
});

describe('the programs of a key', () => {
  it('are sorted by the remaining changes, most first', () => {
    const all = [program('repricer', 'can move'), program('moved-one', 'moved'), program('old', 'has work')];
    expect(ranked(all).map(({ program: name }) => name)).toEqual(['old', 'repricer', 'moved-one']);
  });

  it('name three fields to change, each once, and count the rest', () => {
    expect(neededText(program('moved', 'moved'))).toBe('');
    expect(neededText(program('bot', 'has work', ['price', 'price', 'status']))).toBe('price, status');
    expect(neededText(program('bot', 'has work', ['a', 'b', 'c', 'd', 'e']))).toBe('a, b, c, 2 more');
  });
});

const clients: readonly ClientView[] = ['96e0618ddc9e', 'bbbbbbbbbbbb'].map((caller) => ({
  caller,
  seen: [],
  resources: [],
  requests: 0,
}));
const programs = [program('new', 'can move'), program('old', 'has work', ['price'])];

/** The rows of the screen of all clients, each as the texts of its first four cells. */
function rowsOf(path = '/clients'): readonly (readonly string[])[] {
  const total = { requests: 2, errors: 0, byV1: 2, byV2: 0, refused: 0 };
  const page30 = { from: '2025-09-01', to: '2025-10-01', total, clientsInAll: 2, readiness: {}, days: [] };
  const view: ViewOf<'clients'> = {
    screen: 'clients',
    clients,
    brownouts: [],
    usage: { ...page30, clients: programs },
  };
  const page: Page = {
    path,
    at: Date.UTC(2025, 9, 1, 12),
    version: '1.0.0',
    alarms: [],
    openWrites: 0,
    mayChange: 'never',
    mayAdmin: false,
    visitor: undefined,
    notice: undefined,
    proof: '',
    view,
  };
  const [, body = ''] = renderToString(h(ClientsScreen, { view, page })).split('<tbody>');
  const cells = (row: string) => row.split('</td>').map((cell) => cell.replaceAll(/<[^>]*>/g, ''));
  return body
    .split('</tr>')
    .slice(0, -1)
    .map((row) => cells(row).slice(0, 4));
}

describe('the screen of all clients', () => {
  it('has a row for each program of a key, and one for a key without known programs', () => {
    expect(rowsOf()).toEqual([
      ['key 96e0618ddc9e', 'old', 'has work', 'price'],
      ['key 96e0618ddc9e', 'new', 'can move', '–'],
      ['key bbbbbbbbbbbb', '–', '', '–'],
    ]);
  });

  it('can be searched by programs, readiness and fields', () => {
    for (const words of ['old', 'has+work', 'price'])
      expect(rowsOf(`/clients?q=${words}`)).toEqual([['key 96e0618ddc9e', 'old', 'has work', 'price']]);
  });
});
