import { z } from 'zod';
import type { Environment } from '../../config';
import { callerText } from '../../cutover/callerNames';
import { failure, type Result, success } from '../../contract/result';
import { adminOrigin, type AdminPlace, adminToken, callAdmin } from '../adminClient';
import type { ExitCode } from '../command';
import { progressBar, type Terminal } from '../terminal';

/** Options of `lifeboat index`. */
export interface IndexOptions extends AdminPlace {
  /** True: start to read every index that is not complete. */
  readonly warm: boolean;
  /** True: wait until no index is being read any more. */
  readonly wait: boolean;
  readonly json: boolean;
}

const page = z.array(
  z.object({
    index: z.string(),
    caller: z.string(),
    name: z.string().optional(),
    isComplete: z.boolean(),
    isReading: z.boolean(),
    offers: z.number(),
    total: z.number().nullable(),
  }),
);

type State = z.infer<typeof page>[number];
type Ask = (warm: boolean) => Promise<Result<readonly State[], string>>;

/** Interval (ms) between two requests for the progress of a running gateway. */
const ROUND = 1_000;

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, ROUND));

function openAsk(origin: string, token: string | undefined): Ask {
  return async (warm) => {
    const path = warm ? '/index/warm' : '/index';
    const answer = await callAdmin(origin, { path, token, ...(warm ? { body: {} } : {}) });
    if (!answer.ok) return answer;
    const { status, page: body } = answer.value;
    if (status === 401)
      return failure(`${origin} wants its token: set LIFEBOAT_ADMIN_TOKEN as for the gateway`);
    const states = page.safeParse(body);
    return status === 200 && states.success
      ? success(states.data)
      : failure(`${origin}${path} answered ${status}: is it the admin port of a gateway?`);
  };
}

const sum = (states: readonly State[], of: (state: State) => number): number =>
  states.reduce((all, state) => all + of(state), 0);

/** Asks until no index is being read any more, and shows the progress. */
async function follow(ask: Ask, { interactive }: Terminal): Promise<Result<readonly State[], string>> {
  const show = progressBar('offers', interactive);
  for (;;) {
    const states = await ask(false);
    if (!states.ok) return states;
    const total = sum(states.value, ({ total: all, offers }) => all ?? offers);
    if (total > 0)
      show(
        Math.min(
          total,
          sum(states.value, ({ offers }) => offers),
        ),
        total,
      );
    if (!states.value.some(({ isReading }) => isReading)) return states;
    await pause();
  }
}

const stateLine = ({ index, caller, name, isComplete, isReading, offers, total }: State): string => {
  const unfinished = isReading ? 'is being read' : 'not read';
  return `${index} of ${callerText(caller, name)}: ${isComplete ? 'complete' : unfinished}, ${offers} of ${total ?? '?'} offers`;
};

/** Returns 0 when a key is known and every index is complete or being read. */
const exitCodeOf = (states: readonly State[]): ExitCode =>
  states.length > 0 && states.every(({ isComplete, isReading }) => isComplete || isReading) ? 0 : 1;

/** Prints the progress of a running gateway's indexes; with `warm` it starts to fill them first. */
export async function indexStates(
  options: IndexOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { write, complain, colour } = terminal;
  const origin = adminOrigin(options, environment, { colour });
  if (!origin.ok) {
    for (const fault of origin.failure) complain(fault);
    return 1;
  }
  const ask = openAsk(origin.value, adminToken(options, environment));
  const first = await ask(options.warm);
  const states = first.ok && options.wait ? await follow(ask, terminal) : first;
  if (!states.ok) {
    complain(states.failure);
    return 1;
  }
  const { value } = states;
  if (options.json) write(JSON.stringify(value, null, 2));
  else for (const state of value) write(stateLine(state));
  if (value.length === 0) complain('no key is known: it takes an exchange table (`lifeboat keys`)');
  return exitCodeOf(value);
}
