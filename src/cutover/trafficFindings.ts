import type { Finding, Lasts } from './alarms';
import type { Side } from './stage';
import { countsSince, HOUR, RECENT, type OperationTraffic, type Traffic } from './traffic';

/** So many failures within five minutes, or in a row, are an alarm. */
const FAILURES = 5;

/** Of at least this share of the requests; the alarm ends when it has fallen to the other. */
const BEGINS = 0.05;
const ENDS = 0.02;

/** Operations that a sentence names. */
const NAMED = 5;

/** Failures of an operation of which so many were counted. */
interface Rate {
  readonly operation: string;
  readonly failed: number;
  readonly requests: number;
}

const isAlarming = ({ failed, requests }: Rate, lasts: boolean): boolean =>
  lasts ? failed > ENDS * requests : failed >= FAILURES && failed > BEGINS * requests;

const ratio = ({ failed, requests }: Omit<Rate, 'operation'>): string => `${failed} of ${requests}`;

function inWords(rates: readonly Rate[]): string {
  const worst = rates.toSorted((a, b) => b.failed - a.failed).slice(0, NAMED);
  const more = rates.length > NAMED ? `, and ${rates.length - NAMED} more` : '';
  return worst.map((rate) => `${rate.operation} ${ratio(rate)}`).join(', ') + more;
}

interface Look {
  readonly traffic: readonly (readonly [string, OperationTraffic])[];
  readonly stageSince: number;
  readonly now: number;
}

/** A row counts however slowly it has grown, unless nothing was asked for an hour. */
function rowOf(side: Side, { row, slices, stageSince }: OperationTraffic, look: Look): number {
  const counts = stageSince === look.stageSince && (slices.at(-1)?.at ?? 0) > look.now - HOUR;
  return counts && row[side] >= FAILURES ? row[side] : 0;
}

function failuresOf(side: Side, look: Look, lasts: boolean): readonly Rate[] {
  return look.traffic.flatMap(([operation, one]) => {
    const counts = countsSince(one, look.now - RECENT);
    const inRow = rowOf(side, one, look);
    const failed = Math.max(inRow, counts[`${side}Failed`]);
    const rate = { operation, failed, requests: Math.max(inRow, counts[side]) };
    return isAlarming(rate, lasts) ? [rate] : [];
  });
}

function slowOf(side: Side, { traffic, now }: Look, lasts: boolean): readonly Rate[] {
  return traffic.flatMap(([operation, one]) => {
    const counts = countsSince(one, now - RECENT);
    const rate = { operation, failed: counts[`${side}Slow`], requests: counts[side] };
    return isAlarming(rate, lasts) ? [rate] : [];
  });
}

/** Failures and slowness of each side, and what v1 had to answer in v2's place: 5 within five minutes, and more than 5% of the requests. */
export function trafficFindings(
  resource: string,
  lasts: Lasts,
  look: Omit<Look, 'traffic'> & { readonly traffic: Traffic },
): readonly Finding[] {
  const all = [...look.traffic];
  const found: Finding[] = [];
  for (const side of ['v1', 'v2'] as const) {
    const [kind, slow] = [`failures ${side}`, `slow ${side}`];
    const rates = failuresOf(side, { ...look, traffic: all }, lasts(kind, resource));
    if (rates.length > 0) {
      const text = `${resource}: ${side} has failed requests of the last five minutes: ${inWords(rates)}`;
      found.push({ kind, severity: 'critical', subject: resource, text });
    }
    const late = slowOf(side, { ...look, traffic: all }, lasts(slow, resource));
    if (late.length > 0) {
      const text = `${resource}: ${side} has been slow, 3 s or more, in the last five minutes: ${inWords(late)}`;
      found.push({ kind: slow, severity: 'warning', subject: resource, text });
    }
  }
  const counts = all.map(([, one]) => countsSince(one, look.now - RECENT));
  const total = (name: 'v2' | 'rescued'): number => counts.reduce((sum, one) => sum + one[name], 0);
  const fallbacks = { operation: '', failed: total('rescued'), requests: total('v2') };
  const kind = 'fallbacks';
  if (isAlarming(fallbacks, lasts(kind, resource))) {
    const text = `${resource}: v1 has answered in v2's place ${ratio(fallbacks)} requests of the last five minutes`;
    found.push({ kind, severity: 'critical', subject: resource, text });
  }
  return found;
}
