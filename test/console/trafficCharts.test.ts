import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { TrafficPoint } from '../../src/console/consoleData';
import { TrafficCharts } from '../../src/console/trafficCharts';

const MINUTE = 60_000;
const NOON = Date.UTC(2025, 10, 3, 12);

const point = (at: number, p99: number): TrafficPoint => ({
  at,
  seconds: 10,
  requests: { gateway: 20, v1: 20, v2: 0 },
  errors: { gateway: 0, v1: 0, v2: 0 },
  p50: { gateway: 5, v1: 5 },
  p99: { gateway: p99, v1: p99 },
});

/** The words under the first chart, and the first point of the line of v1. */
function drawn(traffic: readonly TrafficPoint[]): readonly (string | undefined)[] {
  const html = renderToString(h(TrafficCharts, { traffic, moves: [], at: NOON }));
  const [, words] = /<p class="scale soft">(.*?)<\/p>/.exec(html) ?? [];
  const [, firstText] = /class="line v1" d="M(\S+) /.exec(html) ?? [];
  return [words?.replaceAll(/<[^>]*>/g, ' ').trim(), firstText];
}

describe('the time axis of a chart', () => {
  it('starts at the first request, so that a young gateway shows more than the right edge', () => {
    const young = [point(NOON - 20 * MINUTE, 9), point(NOON - MINUTE, 9)];
    expect(drawn(young)).toEqual(['11:40  at most 2.0  12:00', '0.0']);
  });

  it('is at least five minutes long, and at most an hour', () => {
    expect(drawn([point(NOON - 10_000, 9)])[0]).toBe('11:55  at most 2.0  12:00');
    expect(drawn([point(NOON - 90 * MINUTE, 9), point(NOON - MINUTE, 9)])[0]).toMatch(/^11:00 /);
    expect(drawn([])[0]).toMatch(/^11:00 /);
  });
});

it('groups the digits of a chart like those of every other number', () => {
  const html = renderToString(
    h(TrafficCharts, { traffic: [point(NOON - MINUTE, 1_972)], moves: [], at: NOON }),
  );
  expect(html).toContain('at most 1\u202f972');
});
