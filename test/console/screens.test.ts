import { renderPage } from '../../src/console/render/renderPage.js';
import { blankPage, type Page, type ViewOf } from '../../src/console/consoleData.js';

type Program = NonNullable<ViewOf<'clients'>['usage']>['clients'][number];
type Point = ViewOf<'overview'>['traffic']['points'][number];

const MINUTE_MS = 60_000;
const NOON = Date.UTC(2025, 10, 3, 12);
const KEY = '96e0618ddc9e';
const counts = { requests: 1, errors: 0, byV1: 1, byV2: 0, refused: 0, latest: '2025-10-01T12:00:00.000Z' };

const shown = (view: Page['view'], path = '/'): string => renderPage({ ...blankPage, at: NOON, path, view });
const textOf = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '');

const program = (name: string, readiness: Program['readiness'], fields: readonly string[] = []): Program => ({
  client: `${KEY}/${name}`,
  caller: KEY,
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

/** The rows of the screen of all clients, each as the texts of its first four cells. */
function clientRows(programs: readonly Program[], path = '/clients'): readonly (readonly string[])[] {
  const total = { requests: 2, errors: 0, byV1: 2, byV2: 0, refused: 0 };
  const days30 = { from: '2025-09-01', to: '2025-10-01', total, clientsInAll: 2, readiness: {}, days: [] };
  const clients = [KEY, 'bbbbbbbbbbbb'].map((caller) => ({ caller, seen: [], resources: [], requests: 0 }));
  const view = {
    screen: 'clients',
    clients,
    brownouts: [],
    usage: { ...days30, clients: programs },
  } as const;
  const [, body = ''] = shown(view, path).split(/<tbody>|<\/tbody>/);
  const rows = body.split('</tr>').slice(0, -1);
  return rows.map((row) => row.split('</td>').slice(0, 4).map(textOf));
}

describe('the screen of all clients', () => {
  const programs = [
    program('new', 'can move'),
    program('moved', 'moved'),
    program('old', 'has work', ['price']),
  ];

  it('has a row for each program of a key, most changes first, and one for a key without known programs', () => {
    expect(clientRows(programs)).toEqual([
      [`key ${KEY}`, 'old', 'has work', 'price'],
      [`key ${KEY}`, 'new', 'can move', '–'],
      [`key ${KEY}`, 'moved', 'moved', '–'],
      ['key bbbbbbbbbbbb', '–', '', '–'],
    ]);
  });

  it('can be searched by programs, readiness and fields', () => {
    for (const words of ['old', 'has+work', 'PRICE'])
      expect(clientRows(programs, `/clients?q=${words}`)).toEqual([
        [`key ${KEY}`, 'old', 'has work', 'price'],
      ]);
  });

  it('names three fields to change, each once, and counts the rest', () => {
    const needed = (...fields: readonly string[]) => clientRows([program('bot', 'has work', fields)])[0]?.[3];
    expect(needed('price', 'price', 'status')).toBe('price, status');
    expect(needed('a', 'b', 'c', 'd', 'e')).toBe('a, b, c, 2 more');
  });
});

const point = (at: number, p99: number): Point => ({
  at,
  seconds: 10,
  requests: { gateway: 20, v1: 20, v2: 0 },
  errors: { gateway: 0, v1: 0, v2: 0 },
  p50: { gateway: 5, v1: 5 },
  p99: { gateway: p99, v1: p99 },
});

describe('the charts of the overview', () => {
  const charts = (points: readonly Point[]): string =>
    shown({ screen: 'overview', stages: [], requests: [], traffic: { points, moves: [] } });

  /** The words under the first chart, and the first point of the line of v1. */
  function drawn(points: readonly Point[]): readonly (string | undefined)[] {
    const html = charts(points);
    const [, words] = /<p class="scale soft">(.*?)<\/p>/.exec(html) ?? [];
    const [, firstText] = /class="line v1" d="M(\S+) /.exec(html) ?? [];
    return [words?.replaceAll(/<[^>]*>/g, ' ').trim(), firstText];
  }

  it('start at the first request, so that a young gateway shows more than the right edge', () => {
    const young = [point(NOON - 20 * MINUTE_MS, 9), point(NOON - MINUTE_MS, 9)];
    expect(drawn(young)).toEqual(['11:40  at most 2.0  12:00', '0.0']);
  });

  it('show at least five minutes, and at most an hour', () => {
    expect(drawn([point(NOON - 10_000, 9)])[0]).toBe('11:55  at most 2.0  12:00');
    expect(drawn([point(NOON - 90 * MINUTE_MS, 9), point(NOON - MINUTE_MS, 9)])[0]).toMatch(/^11:00 /);
    expect(drawn([])[0]).toMatch(/^11:00 /);
  });

  it('group the digits like those of every other number', () => {
    expect(charts([point(NOON - MINUTE_MS, 1_972)])).toContain('at most 1\u202f972');
  });
});
