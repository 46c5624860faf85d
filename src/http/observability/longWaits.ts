import type { AlarmCondition } from '../../cutover/alarms';
import type { Side } from '../../cutover/stages/stage';
import type { RoutedTranslation } from '../../gateway/routes';
import type { PassThrough } from '../passThrough/passThrough';

interface Waits {
  readonly side: Side;
  /** The resource; `*` for a passed-through request. */
  readonly subject: string;
  readonly operation: string;
  /** Requests without an answer, oldest first: when each began (ms), and the prompt answers until then. */
  readonly open: Set<{ readonly at: number; readonly promptBefore: number }>;
  prompt: number;
  /** The latest instant (ms) at which a request had waited too long. */
  longAt: number;
}

/** Time (ms) within which an answer is in time. */
const PROMPT_MS = 3_000;

/** Time (ms) that a request may wait while no other request of its operation gets a prompt answer. */
const MAX_WAIT_MS = 6_000;

/** Number of late requests, and their share of all requests meanwhile, from which they are an alarm. */
const [MIN_LATE_REQUESTS, LATE_SHARE] = [5, 0.05] as const;

/** Time (ms) for which the alarm outlasts the latest late request, so that it does not come and go with each. */
const ALARM_MS = 30_000;

/** Reports whether an old request waits while no other was answered, or most requests are late. */
function isWaitTooLong({ open, prompt }: Waits, now: number): boolean {
  const [oldest] = open;
  if (oldest === undefined) return false;
  const answered = prompt - oldest.promptBefore;
  if (answered === 0 && now - oldest.at >= MAX_WAIT_MS) return true;
  const late = [...open].filter(({ at }) => now - at >= PROMPT_MS).length;
  return late >= MIN_LATE_REQUESTS && late > LATE_SHARE * (open.size + answered);
}

function conditionOf(long: readonly Waits[]): AlarmCondition {
  const { side = 'v2', subject = '*' } = long[0] ?? {};
  const operations = long.map(({ operation, open }) => `${operation} ${open.size}`).join(', ');
  const text = `${subject === '*' ? 'requests as they are' : subject}: ${side} has kept requests waiting (under way: ${operations})`;
  return { kind: `waiting ${side}`, severity: 'critical', subject, text };
}

/**
 * Watches requests that still wait. An alarm that counts only answers would be late: where no answer comes, nothing
 * counts before the deadline.
 */
export function createLongWaits(now: () => number) {
  const all = new Map<string, Waits>();
  /** Notes that a request begins to wait. The returned function ends its wait. */
  const beginWait = (side: Side, subject: string, operation: string): (() => void) => {
    const key = `${side} ${subject} ${operation}`;
    const waits = all.get(key) ?? {
      side,
      subject,
      operation,
      prompt: 0,
      longAt: -Infinity,
      open: new Set(),
    };
    all.set(key, waits);
    const request = { at: now(), promptBefore: waits.prompt };
    waits.open.add(request);
    return () => {
      const isPrompt = now() - request.at < PROMPT_MS;
      if (waits.open.delete(request) && isPrompt) waits.prompt += 1;
    };
  };
  return {
    /** Returns the same translation, watched. */
    watchTranslation: ({ translate, ...translation }: RoutedTranslation): RoutedTranslation => ({
      ...translation,
      translate: async (context, route) => {
        const { each, resource, name } = route.operation;
        // A bulk change takes the time that v2's limit of writes asks for.
        if (each !== undefined) return translate(context, route);
        const end = beginWait('v2', resource, name);
        const handled = await translate(context, route);
        end();
        return handled;
      },
    }),
    /** Returns the same pass-through to v1, watched. */
    watchPassThrough: (v1: PassThrough): PassThrough => ({
      ...v1,
      pass: (request, response, exchange, ...passArguments) => {
        response.once('close', beginWait('v1', '*', exchange.facts.route));
        v1.pass(request, response, exchange, ...passArguments);
      },
    }),
    listFindings: (): readonly AlarmCondition[] => {
      const at = now();
      for (const waits of all.values()) if (isWaitTooLong(waits, at)) waits.longAt = at;
      const long = [...all.values()].filter(({ longAt }) => at - longAt <= ALARM_MS);
      const keyOf = ({ side, subject }: Waits): string => `${side} ${subject}`;
      return [...new Set(long.map(keyOf))].map((key) =>
        conditionOf(long.filter((waits) => keyOf(waits) === key)),
      );
    },
  };
}
