import type { AlarmCondition } from '../../cutover/alarms';
import type { Side } from '../../cutover/stages/stage';
import type { RoutedTranslation } from '../../gateway/routes';
import type { Operation } from '../../mapping/compile/compiledOperation';
import type { PassThrough } from '../passThrough/passThrough';

/** Requests of one operation on one side. */
interface Waits {
  /** Requests that wait by the instant (ms) at which they began, oldest first. */
  readonly open: Set<{ readonly at: number }>;
  /** The instant of the latest answer that was not late. */
  promptAt: number;
  /** Answers that were not late, in this period and the one before it. */
  prompt: { period: number; now: number; before: number };
  /** The instant at which requests were last found to wait too long. */
  longAt: number;
}

/** The side and operation that a request waits for. */
interface WaitingFor {
  readonly side: Side;
  /** The resource; `*` for a request that is passed on as it is. */
  readonly subject: string;
  readonly operation: string;
}

/** Sees requests that wait before they end: where no answer comes, an alarm that counts answers is late by the deadline. */
export interface LongWaits {
  /** The same gateway, looked at: what it is asked waits for v2. */
  readonly ofTranslation: (translation: RoutedTranslation) => RoutedTranslation;
  /** The same pass-through to v1, looked at: of what it passes on the route is known. */
  readonly ofPassThrough: (v1: PassThrough) => PassThrough;
  readonly findings: () => readonly AlarmCondition[];
}

/** A request that waits so long (ms) is late. */
const LATE = 3_000;

/** So many late ones, and more than this share of what is asked, are an alarm. */
const [MANY, SHARE] = [5, 0.05] as const;

/** So long (ms) one alone may wait while nothing else of its operation is answered. */
const ALONE = 6_000;

/** The alarm lasts for so long (ms) after the latest of them, so that it does not come and go with each request. */
const LASTS = 30_000;

/** Answers are counted by periods of so long, ms. */
const PERIOD = 10_000;

/** Operations that a sentence names. */
const NAMED = 5;

const newWaits = (): Waits => ({
  open: new Set(),
  promptAt: -Infinity,
  prompt: { period: 0, now: 0, before: 0 },
  longAt: -Infinity,
});

function countPrompt({ prompt }: Waits, at: number): number {
  const period = Math.floor(at / PERIOD);
  if (period !== prompt.period) {
    prompt.before = period === prompt.period + 1 ? prompt.now : 0;
    [prompt.period, prompt.now] = [period, 0];
  }
  return prompt.now + prompt.before;
}

function isTooLong(waits: Waits, at: number): boolean {
  const { open, promptAt } = waits;
  const [oldest] = open;
  if (oldest === undefined) return false;
  if (at - oldest.at >= ALONE && promptAt < oldest.at) return true;
  let late = 0;
  for (const { at: since } of open) {
    if (at - since < LATE) break;
    late += 1;
  }
  return late >= MANY && late > SHARE * (open.size + countPrompt(waits, at));
}

interface Waited extends WaitingFor {
  readonly waits: Waits;
}

function conditionOf(its: readonly [Waited, ...Waited[]], at: number): AlarmCondition {
  const [{ side, subject }] = its;
  const words = its.slice(0, NAMED).map(({ operation, waits }) => `${operation} ${waits.open.size}`);
  const more = its.length > NAMED ? `, and ${its.length - NAMED} more` : '';
  const oldest = Math.max(0, ...its.map(({ waits }) => at - ([...waits.open][0]?.at ?? at)));
  const now = oldest === 0 ? 'half a minute ago at most' : `now for ${Math.floor(oldest / 1_000)} s`;
  const text = `${subject === '*' ? 'requests as they are' : subject}: ${side} has kept requests waiting, ${now} (under way: ${words.join(', ')}${more})`;
  return { kind: `waiting ${side}`, severity: 'critical', subject, text };
}

/** Finds the waits of an operation without a name put together for each request. */
function rememberWaits(find: (operation: Operation) => Waits): (operation: Operation) => Waits {
  const known = new WeakMap<Operation, Waits>();
  return (operation) => {
    const waits = known.get(operation) ?? find(operation);
    known.set(operation, waits);
    return waits;
  };
}

/** Opens the watch over requests that wait; nothing is under way. */
export function createLongWaits(now: () => number): LongWaits {
  const all = new Map<string, Waited>();
  const waitsOf = (where: WaitingFor): Waits => {
    const key = `${where.side} ${where.subject} ${where.operation}`;
    const known = all.get(key) ?? { ...where, waits: newWaits() };
    all.set(key, known);
    return known.waits;
  };
  /** Notes that a request has begun; to be called when it has its answer, or needs none any more. */
  const began = (waits: Waits): (() => void) => {
    const one = { at: now() };
    waits.open.add(one);
    return () => {
      const at = now();
      if (!waits.open.delete(one) || at - one.at >= LATE) return;
      waits.promptAt = at;
      countPrompt(waits, at);
      waits.prompt.now += 1;
    };
  };
  const ofOperation = rememberWaits(({ resource, name }) =>
    waitsOf({ side: 'v2', subject: resource, operation: name }),
  );
  return {
    ofTranslation: ({ translate, ...translation }) => ({
      ...translation,
      translate: async (context, route) => {
        // A change of many offers takes the time that v2's limit of writes asks for.
        if (route.operation.each !== undefined) return translate(context, route);
        const end = began(ofOperation(route.operation));
        const handled = await translate(context, route);
        end();
        return handled;
      },
    }),
    ofPassThrough: (v1) => ({
      ...v1,
      pass: (request, response, exchange, ...rest) => {
        const { route } = exchange.facts;
        response.once('close', began(waitsOf({ side: 'v1', subject: '*', operation: route })));
        v1.pass(request, response, exchange, ...rest);
      },
    }),
    findings: () => {
      const at = now();
      const found = new Map<string, [Waited, ...Waited[]]>();
      for (const one of all.values()) {
        if (isTooLong(one.waits, at)) one.waits.longAt = at;
        if (at - one.waits.longAt > LASTS) continue;
        const key = `${one.side} ${one.subject}`;
        const its = found.get(key);
        if (its === undefined) found.set(key, [one]);
        else its.push(one);
      }
      return [...found.values()].map((its) => conditionOf(its, at));
    },
  };
}
