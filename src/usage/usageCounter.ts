import { OTHERS, Recent } from '../contract/recent';
import type { Operation } from '../mapping/compile/compiledOperation';
import { BODY_READ, NEEDLESS_BODY, needlessBody } from '../mapping/translate/v1Habits';
import { addRows, dayOf, NO_KEY, type UsageRow } from './usageRow';

/** A request that is over, as the access log has it. */
interface EndedRequest {
  readonly method: string;
  readonly status: number;
  readonly route: string;
  readonly shape?: string | undefined;
  readonly caller?: string | undefined;
  readonly servedBy?: 'v1' | 'v2' | undefined;
  readonly problem?: string | undefined;
}

/** Facts of the pipeline about a request. */
interface SeenRequest {
  readonly operation: Pick<Operation, 'name' | 'resource' | 'v1' | 'habits'> | undefined;
  readonly habits: number;
  readonly userAgent: string | undefined;
}

/** Counts the requests of one process until they are taken. */
export interface UsageCounter {
  /** Counts a request; `seen` is absent for one that could not be read. */
  readonly count: (ended: EndedRequest, seen?: SeenRequest) => void;
  /** Returns what was counted since the last call. */
  readonly take: () => readonly UsageRow[];
}

/** Begins the caller of a request that was refused for its key: only a known client is counted by it. */
export const REFUSED_KEY = '?';

/** Programs of one key that are counted apart. */
export const MOST_PROGRAMS = 200;

/** Keys, and places in all, that one process counts apart. */
const MOST_KEYS = 10_000;
const MOST_CELLS = 60_000;
const MOST_SHAPES = 100;

/** User-Agents whose program is remembered, and the longest of them. */
const MOST_AGENTS = 5_000;
const LONGEST_AGENT = 300;

/** The product of a User-Agent (RFC 9110 10.1.5): a name, followed by its version or by nothing that belongs to it. */
const product = /^([a-z][\w.-]{0,39})(?=[/\s(;,]|$)/i;

/** Matches what may be a key: long, with digits. */
const likeKey = /(?=[a-z._-]*\d)[\w.-]{20}/i;

/** Reads the program from a User-Agent; what may be anything else than the name of one is not kept. */
export function programOf(userAgent: string | undefined): string {
  if (userAgent === undefined || userAgent === '') return '(none)';
  const [, name] = product.exec(userAgent) ?? [];
  return name === undefined || likeKey.test(name) ? '(unclear)' : name;
}

/** Counts of one place until they are taken. */
class Cell {
  requests = 0;
  errors = 0;
  byV1 = 0;
  byV2 = 0;
  refused = 0;
  bodies = 0;
  latest = 0;
  /** Requests by bit of the habits; absent before the first. */
  traits: number[] | undefined = undefined;

  constructor(
    readonly caller: string,
    readonly program: string,
    readonly operation: string,
    readonly mapped: SeenRequest['operation'],
  ) {}
}

function noteHabits(cell: Cell, habits: number): void {
  if ((habits & BODY_READ) !== 0) cell.bodies += 1;
  const traits = (cell.traits ??= []);
  for (let left = habits & ~BODY_READ; left !== 0; left &= left - 1) {
    const bit = 31 - Math.clz32(left & -left);
    traits[bit] = (traits[bit] ?? 0) + 1;
  }
}

function traitsIn({ traits, mapped, operation, requests }: Cell): Record<string, number> {
  const named: Record<string, number> = {};
  if (mapped === undefined && operation.includes(' /v1'))
    named[`unlisted ${operation.replace(' ', ':')}`] = requests;
  traits?.forEach((count, bit) => {
    const habit = 1 << bit === NEEDLESS_BODY ? needlessBody : mapped?.habits?.list[bit];
    if (habit !== undefined) named[`${habit.trait} ${habit.field}`] = count;
  });
  return named;
}

function rowOf(cell: Cell, day: number): UsageRow {
  const { caller, program, operation, mapped, requests, errors, byV1, byV2, refused, bodies, latest } = cell;
  const resource = mapped?.resource ?? '';
  const counts = { requests, errors, byV1, byV2, refused, bodies, latest };
  return { day, caller, program, resource, operation, ...counts, traits: traitsIn(cell) };
}

function clear(cell: Cell): void {
  cell.requests = cell.errors = cell.byV1 = cell.byV2 = cell.refused = cell.bodies = 0;
  cell.traits = undefined;
}

/** Names what a request without a mapped v1 operation was for. */
function otherOperation({ method, route, shape }: EndedRequest, shapes: Set<string>): string {
  if (shape === undefined) return route;
  const name = `${method} ${shape}`;
  if (!shapes.has(name) && shapes.size >= MOST_SHAPES) return `${OTHERS} /v1`;
  shapes.add(name);
  return name;
}

function callerOf({ caller, status }: EndedRequest): string {
  if (caller === undefined || caller === '') return NO_KEY;
  return status === 401 ? REFUSED_KEY + caller : caller;
}

type Mapped = SeenRequest['operation'];
type Operations = Map<string, Cell>;

/** The places of one day: by key, program and operation. */
class Places {
  private readonly keys = new Map<string, Map<string, Operations>>();
  private cells = 0;

  get(caller: string, program: string, operation: string): Cell | undefined {
    return this.keys.get(caller)?.get(program)?.get(operation);
  }

  /** Makes a place; without room for one it is that of all others. */
  make(caller: string, program: string, operation: string, mapped: Mapped): Cell {
    if (caller !== OTHERS && !this.hasRoom(caller)) return this.shared(OTHERS, operation, mapped);
    const programs = this.keys.get(caller) ?? new Map<string, Operations>();
    this.keys.set(caller, programs);
    const isCrowded = !programs.has(program) && programs.size >= MOST_PROGRAMS;
    if (program !== OTHERS && isCrowded) return this.shared(caller, operation, mapped);
    const operations = programs.get(program) ?? new Map<string, Cell>();
    programs.set(program, operations);
    const cell = new Cell(caller, program, operation, mapped);
    operations.set(operation, cell);
    this.cells += 1;
    return cell;
  }

  private hasRoom(caller: string): boolean {
    return this.cells < MOST_CELLS && (this.keys.has(caller) || this.keys.size < MOST_KEYS);
  }

  private shared(caller: string, operation: string, mapped: Mapped): Cell {
    return this.get(caller, OTHERS, operation) ?? this.make(caller, OTHERS, operation, mapped);
  }
}

const isBrownout = (problem: string): boolean => problem === 'brownout' || problem === 'brownoutGone';

function add(
  cell: Cell,
  { status, servedBy, route, problem }: EndedRequest,
  habits: number,
  at: number,
): void {
  cell.requests += 1;
  if (status >= 400) cell.errors += 1;
  if (servedBy === 'v1') cell.byV1 += 1;
  else if (servedBy === 'v2' || route.startsWith('/v2')) cell.byV2 += 1;
  if (problem !== undefined && isBrownout(problem)) cell.refused += 1;
  if (at > cell.latest) cell.latest = at;
  if (habits !== 0) noteHabits(cell, habits);
}

const mappedTo = (operation: Mapped): Mapped =>
  operation?.v1.template.startsWith('/v1') === true ? operation : undefined;

/** Creates a counter that holds no more than so many keys, programs and places, whatever clients send. */
export function createUsageCounter(now: () => number): UsageCounter {
  const agents = new Recent<string, string>(MOST_AGENTS);
  const shapes = new Set<string>();
  let places = new Places();
  let pending: Cell[] = [];
  let closed: UsageRow[] = [];
  let day = 0;

  const program = (userAgent: string | undefined): string =>
    userAgent === undefined || userAgent.length > LONGEST_AGENT
      ? programOf(userAgent?.slice(0, LONGEST_AGENT))
      : (agents.get(userAgent) ?? agents.memo(userAgent, programOf));

  const close = (): void => {
    closed.push(...pending.map((cell) => rowOf(cell, day)));
    for (const cell of pending) clear(cell);
    pending = [];
  };
  const begin = (next: number): void => {
    close();
    day = next;
    places = new Places();
  };
  const placeFor = (ended: EndedRequest, seen: SeenRequest | undefined): Cell => {
    const mapped = mappedTo(seen?.operation);
    const operation = mapped?.name ?? otherOperation(ended, shapes);
    const caller = callerOf(ended);
    const name = program(seen?.userAgent);
    const known = places.get(caller, name, operation);
    if (known?.mapped === mapped && known !== undefined) return known;
    // Other mappings are in force: their habits are other bits.
    if (known !== undefined) begin(day);
    return places.make(caller, name, operation, mapped);
  };
  return {
    count: (ended, seen) => {
      const at = now();
      if (dayOf(at) !== day) begin(dayOf(at));
      const cell = placeFor(ended, seen);
      if (cell.requests === 0) pending.push(cell);
      // Of a deprecated form of v2 the habits are not v1's.
      const habits = seen?.habits ?? 0;
      add(cell, ended, cell.mapped === undefined ? habits & NEEDLESS_BODY : habits, at);
    },
    take: () => {
      close();
      const taken = closed;
      closed = [];
      return merged(taken);
    },
  };
}

/** Rows that were closed twice on one day, because the clock was set back over midnight, are one. */
function merged(rows: readonly UsageRow[]): readonly UsageRow[] {
  const all = new Map<string, UsageRow>();
  for (const row of rows) {
    const place = `${row.day}\n${row.caller}\n${row.program}\n${row.operation}`;
    const before = all.get(place);
    all.set(place, before === undefined ? row : addRows(before, row));
  }
  return [...all.values()];
}
