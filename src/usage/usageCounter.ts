import { OTHERS, Recent } from '../contract/recent';
import { OPERATOR } from '../cutover/evidence/countedClients';
import type { Counters, CountedOutcome } from '../cutover/counters';
import type { ServedRequest } from '../cutover/evidence/traffic';
import type { Operation } from '../mapping/compile/compiledOperation';
import { BODY_READ, NEEDLESS_BODY, needlessBody } from '../mapping/translate/v1Habits';
import { BODY_TRAIT } from './usageLines';

interface CountableRequest {
  readonly entry: CountableEntry;
  readonly operation?: Mapped;
  readonly habits?: number;
  readonly userAgent?: string | undefined;
  readonly served?: Pick<ServedRequest, 'because'> | undefined;
}

interface CountableEntry {
  readonly method: string;
  readonly status: number;
  readonly route: string;
  readonly shape?: string | undefined;
  readonly caller?: string | undefined;
  readonly servedBy?: 'v1' | 'v2' | undefined;
  readonly problem?: string | undefined;
}

type Mapped = Pick<Operation, 'name' | 'resource' | 'v1' | 'habits'> | undefined;

/** Counts a request that is over under its client and its operation. */
export type CountUsage = (request: CountableRequest) => void;

const MAX_SHAPES = 100;

const MAX_AGENTS = 5_000;
const MAX_AGENT_LENGTH = 300;

const NO_KEY = '(no key)';

/** Matches the product of a User-Agent (RFC 9110 10.1.5): a name with its version, or alone. */
const product = /^([a-z][\w.-]{0,39})(?=[/\s(;,]|$)/i;

/** Matches text that may be a key: long, with digits. */
const likeKey = /(?=[a-z._-]*\d)[\w.-]{20}/i;

/** Reads the program from a User-Agent. Drops text that may be something else than a program's name. */
export function readProgram(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return '(none)';
  const [, name] = product.exec(userAgent) ?? [];
  return name === undefined || likeKey.test(name) ? '(unclear)' : name;
}

const OUTCOMES: Readonly<Record<string, CountedOutcome>> = {
  brownout: 'brownout',
  brownoutGone: 'brownout',
  clientGone: 'cancelled',
  overloaded: 'shed',
};

function countedOutcome({ status, problem = '' }: CountableEntry): CountedOutcome {
  if (status < 400) return 'answered';
  if (status === 401) return 'unauthenticated';
  return OUTCOMES[problem] ?? (status < 500 ? 'refused' : 'failed');
}

/** Names the purpose of a request without a mapped v1 operation. */
function unmappedOperation({ method, route, shape }: CountableEntry, shapes: Set<string>): string {
  if (shape === undefined) return route;
  const name = `${method} ${shape}`;
  if (!shapes.has(name) && shapes.size >= MAX_SHAPES) return `${OTHERS} /v1`;
  shapes.add(name);
  return name;
}

const mappedTo = (operation: Mapped): Mapped =>
  operation?.v1.template.startsWith('/v1') === true ? operation : undefined;

/** Lists the traits of a request by the bits of its habits. */
function listTraits(habits: number, mapped: Mapped, operation: string): readonly string[] {
  const traits: string[] = [];
  if (mapped === undefined && operation.includes(' /v1'))
    traits.push(`unlisted ${operation.replace(' ', ':')}`);
  // The habits of a deprecated form of v2 are not v1's.
  for (
    let remainingBits = mapped === undefined ? habits & NEEDLESS_BODY : habits;
    remainingBits !== 0;
    remainingBits &= remainingBits - 1
  ) {
    const bit = remainingBits & -remainingBits;
    const habit = bit === NEEDLESS_BODY ? needlessBody : mapped?.habits?.list[31 - Math.clz32(bit)];
    if (bit === BODY_READ) traits.push(BODY_TRAIT);
    else if (habit !== undefined) traits.push(`${habit.trait} ${habit.field}`);
  }
  return traits;
}

const callerOf = ({ caller = '' }: CountableEntry): string => (caller === '' ? NO_KEY : caller);

/** Creates the counting of ended requests. The named programs and shapes are bounded, whatever clients send. */
export function createUsageCounter({ count }: Pick<Counters, 'count'>): CountUsage {
  const programs = new Recent<string, string>(MAX_AGENTS);
  const shapes = new Set<string>();
  const program = (userAgent: string | undefined): string =>
    userAgent === undefined || userAgent.length > MAX_AGENT_LENGTH
      ? readProgram(userAgent?.slice(0, MAX_AGENT_LENGTH))
      : programs.getOrMake(userAgent, readProgram);
  return ({ entry, operation: mappedOperation, habits = 0, userAgent, served }) => {
    const { servedBy, route } = entry;
    const mapped = mappedTo(mappedOperation);
    const operation = mapped?.name ?? unmappedOperation(entry, shapes);
    count({
      caller: served?.because === 'forced' ? OPERATOR : callerOf(entry),
      program: program(userAgent),
      resource: mapped?.resource ?? '',
      operation,
      side: servedBy ?? (route.startsWith('/v2') ? 'v2' : 'gateway'),
      outcome: countedOutcome(entry),
      traits: listTraits(habits, mapped, operation),
    });
  };
}
