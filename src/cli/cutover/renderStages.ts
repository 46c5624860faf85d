import { DAY_MS } from '../../contract/clock';
import { callerText } from '../../cutover/callerNames';
import { percentText } from '../../cutover/evidence/rateConditions';
import type { OverviewPage } from '../../operator/stagePages';
import { counted } from '../../mapping/compile/ledger';
import { alignColumns, createPainter, type TextStyle } from '../terminal';

interface Line {
  /** Red if clients are hurt or something is wrong, yellow if an operator has to know it. */
  readonly tone: TextStyle | 'plain';
  readonly text: string;
}

const makeLine = (text: string, tone: Line['tone'] = 'plain'): Line => ({ tone, text });

const numberText = (count: number): string => count.toLocaleString('en');

/** Renders an instant of the page for people. */
const clockText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

function titleTone({ killed, breaker, held: heldText }: OverviewPage): TextStyle {
  if (killed || breaker !== 'closed') return 'red';
  return heldText === undefined ? 'bold' : 'yellow';
}

function titleLine(page: OverviewPage): Line {
  const { resource, stage, since, by, killed, held: heldText, breaker } = page;
  const facts = [
    resource,
    stage,
    since && [`since ${clockText(since)}`, by && `by ${by}`].filter(Boolean).join(' '),
    killed && 'KILLED',
    heldText && `held: ${heldText}`,
    breaker !== 'closed' && `breaker ${breaker}`,
  ];
  return makeLine(facts.filter(Boolean).join('  '), titleTone(page));
}

const p95Text = (p95: number | undefined): string => (p95 === undefined ? '' : `p95 ${numberText(p95)} ms`);

/** Renders the requests to both sides, in red if one has failed within the last five minutes. */
function trafficLines({ traffic, callers }: OverviewPage): readonly Line[] {
  const { recent, hour } = traffic;
  if (hour.v1.requests + hour.v2.requests === 0) return [makeLine('  no requests for an hour')];
  const rows = (['v1', 'v2'] as const).map((side) => {
    const [now, hourly] = [recent[side], hour[side]];
    const counts = ({ requests, errors }: typeof now) =>
      `${counted(requests, 'request')}, ${counted(errors, 'error')}`;
    return {
      failed: now.errors > 0,
      cells: [
        side,
        counted(callers[side], 'caller'),
        `5 min: ${counts(now)}`,
        p95Text(now.p95),
        `60 min: ${counts(hourly)}`,
        p95Text(hourly.p95),
      ],
    };
  });
  const texts = alignColumns(rows.map(({ cells }) => cells));
  return rows.map(({ failed }, index) => makeLine(`  ${texts[index] ?? ''}`, failed ? 'red' : 'plain'));
}

type Compared = OverviewPage['today'];

const shareOf = ({ differing, compared }: Compared): number => (compared === 0 ? 0 : differing / compared);

function comparedText(counts: Compared): string {
  if (counts.compared === 0) return 'nothing compared';
  return `${percentText(shareOf(counts))} (${numberText(counts.differing)} of ${numberText(counts.compared)})`;
}

const TRENDS = [', falling', ', steady', ', rising'];

/** Renders the trend of the differing requests: today against the earlier days of the window. */
function trendOf({ evidence, today }: OverviewPage): string {
  const comparedBefore = {
    compared: evidence.compared - today.compared,
    differing: evidence.differing - today.differing,
  };
  if (today.compared === 0 || comparedBefore.compared <= 0) return '';
  return TRENDS[1 + Math.sign(shareOf(today) - shareOf(comparedBefore))] ?? '';
}

function differingLine(page: OverviewPage): Line {
  const { evidence, today, allTime } = page;
  if (allTime.compared === 0) return makeLine('  nothing compared yet');
  const text = `  differing ${comparedText(evidence)}; today ${comparedText(today)}${trendOf(page)}; ever ${comparedText(allTime)}`;
  return makeLine(text, today.differing > 0 ? 'yellow' : 'plain');
}

const pinLines = ({ pins, names }: OverviewPage): readonly Line[] =>
  Object.entries(pins).map(([caller, side]) =>
    makeLine(`  ${callerText(caller, names[caller])} is pinned to ${side}`, 'yellow'),
  );

function nextLines({ next }: OverviewPage): readonly Line[] {
  if (next === undefined) return [];
  const { step, verdict, waits } = next;
  const title = makeLine(`  next: ${step}: ${verdict}${waits.length === 0 ? '' : '; it waits for'}`);
  return [title, ...waits.map((wait) => makeLine(`    ${wait}`, verdict === 'failing' ? 'red' : 'plain'))];
}

/** Renders the time until the end of v1. */
function sunsetLine(pages: readonly OverviewPage[], now: number): Line {
  const sunset = pages.find((page) => page.sunset !== undefined)?.sunset;
  if (sunset === undefined) return makeLine('no v1 is configured: v2 answers, whatever is set');
  const remainingMs = Date.parse(sunset) - now;
  if (remainingMs <= 0)
    return makeLine(`v1 has ended (${clockText(sunset)}): v2 answers, whatever is set`, 'yellow');
  const days = Math.floor(remainingMs / DAY_MS);
  const text = days >= 1 ? `in ${counted(days, 'day')}` : 'within a day';
  return makeLine(`v1 ends ${text} (${clockText(sunset)})`, days < 14 ? 'yellow' : 'plain');
}

const alarmTones = { critical: 'red', warning: 'yellow' } as const;

function alarmLine({ severity, since, text, acknowledged }: OverviewPage['alarms'][number]): Line {
  const seenText = acknowledged && `, seen by ${acknowledged.by} at ${clockText(acknowledged.at)}`;
  return makeLine(`${severity} since ${clockText(since)}${seenText ?? ''}: ${text}`, alarmTones[severity]);
}

/** Renders every resource for people at a terminal: problems first, then the state of each. */
export function renderStages(
  pages: readonly OverviewPage[],
  now: number,
  colour: boolean,
): readonly string[] {
  // An alarm of all resources stands on the page of each.
  const alarms = new Map(
    pages.flatMap((page) => page.alarms.map(alarmLine)).map((alarm) => [alarm.text, alarm] as const),
  );
  const lines = [
    sunsetLine(pages, now),
    ...alarms.values(),
    ...pages.flatMap((page) => [
      makeLine(''),
      titleLine(page),
      ...trafficLines(page),
      differingLine(page),
      ...page.forecast.map((sentence) => makeLine(`  ${sentence}`, 'yellow')),
      ...pinLines(page),
      ...nextLines(page),
    ]),
  ];
  const paint = createPainter(colour);
  return lines.map(({ tone, text }) => (tone === 'plain' ? text : paint(tone, text)));
}
