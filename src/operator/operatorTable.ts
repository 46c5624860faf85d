import { z } from 'zod';
import type { Result } from '../contract/result';
import { type Entry, type EntryRefusal, inputFaults, type OutputOf, makeRefusal } from './entry';
import { isAllowed, type OperatorParts, type Visitor } from './operatorParts';
import { alarmEntries } from './alarmEntries';
import { brownoutEntries } from './brownoutEntries';
import { clientEntries } from './clientEntries';
import { differenceEntries } from './differenceEntries';
import { gatewayEntries } from './gatewayEntries';
import { stageChanges } from './stageChanges';
import { stageViews } from './stageViews';
import { tokenEntries } from './tokenEntries';

/** All views and actions of the operator. */
export const operatorTable: readonly Entry[] = [
  ...Object.values(stageViews),
  ...Object.values(stageChanges),
  ...Object.values(alarmEntries),
  ...Object.values(gatewayEntries),
  ...Object.values(differenceEntries),
  ...Object.values(clientEntries),
  ...Object.values(brownoutEntries),
  ...Object.values(tokenEntries),
];

/** An answer of an entry, and sentences on what an action has done. */
interface EntryAnswer {
  readonly output: unknown;
  readonly words: readonly string[];
}

/** Checks the input and runs an entry in the name of the proven actor. */
export async function runEntry(
  entry: Entry,
  operatorParts: OperatorParts,
  input: unknown,
  actor: string,
): Promise<Result<EntryAnswer, EntryRefusal>> {
  const parsedInput = entry.input.safeParse(input);
  if (!parsedInput.success) return makeRefusal('invalidInput', inputFaults(parsedInput.error));
  try {
    const outcome = await entry.run(operatorParts, parsedInput.data, actor);
    if (!outcome.ok) return outcome;
    const output: unknown = outcome.value;
    return { ok: true, value: { output, words: entry.words?.(parsedInput.data, output) ?? [] } };
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown';
    return makeRefusal('storeFailed', `The store cannot be read (${reason}).`);
  }
}

/** Conditions of the gate in the answer to a refused move. */
const judgement = z.object({ conditions: z.array(z.object({ outlook: z.string(), sentence: z.string() })) });

/** Carries out a form of the console: runs an action of the table with texts as its input, and says what happened. */
export async function runForm(
  operatorParts: OperatorParts,
  name: string,
  fields: Readonly<Record<string, string>>,
  visitor: Pick<Visitor, 'name' | 'role'>,
): Promise<{ readonly ok: boolean; readonly lines: readonly string[] }> {
  const entry = operatorTable.find((tableEntry) => tableEntry.kind === 'action' && tableEntry.name === name);
  if (entry === undefined) return { ok: false, lines: ['This cannot be done here.'] };
  if (!isAllowed(visitor.role, entry.role))
    return { ok: false, lines: [`This takes the role ${entry.role}.`] };
  const answer = await runEntry(entry, operatorParts, fields, visitor.name);
  if (answer.ok) return { ok: true, lines: answer.value.words };
  const { detail, more } = answer.failure;
  const { conditions } = judgement.catch({ conditions: [] }).parse(more);
  const missing = conditions.filter(({ outlook }) => outlook !== 'passed');
  return {
    ok: false,
    lines: [...detail.split('\n'), ...missing.map(({ outlook, sentence }) => `${outlook}: ${sentence}`)],
  };
}

type Entries = Readonly<Record<string, Entry>>;

/** A screen of the console: the views whose outputs it shows. */
interface Shown {
  readonly path: string;
  /** Views that the screen needs: if one refuses, there is no screen. */
  readonly main: Entries;
  /** Further views; one that refuses is absent from the data. */
  readonly more: Entries;
}

/** The screens of the console by name; `:id` of a path is the input of their views. */
export const consoleScreens = {
  overview: {
    path: '/',
    main: { stages: stageViews.list, traffic: stageViews.traffic, requests: stageViews.requests },
    more: { faults: gatewayEntries.faults },
  },
  differences: { path: '/differences', main: {}, more: { report: differenceEntries.issues } },
  issue: { path: '/differences/:id', main: { shown: differenceEntries.issue }, more: {} },
  clients: {
    path: '/clients',
    main: { clients: clientEntries.list, brownouts: brownoutEntries.list },
    more: { usage: clientEntries.usage },
  },
  client: {
    path: '/clients/:id',
    main: { clients: clientEntries.list },
    more: { usage: clientEntries.usage, report: differenceEntries.issues },
  },
  writes: { path: '/writes', main: { writes: gatewayEntries.writes }, more: {} },
  history: { path: '/history', main: { events: stageViews.log, verdict: stageViews.verify }, more: {} },
  mappings: {
    path: '/mappings',
    main: { mapped: gatewayEntries.mappings, drift: gatewayEntries.drift },
    more: {},
  },
  tokens: { path: '/tokens', main: { tokens: tokenEntries.list }, more: {} },
} as const satisfies Readonly<Record<string, Shown>>;

type Screens = typeof consoleScreens;

type Outputs<Of extends Entries> = { readonly [Name in keyof Of]: OutputOf<Of[Name]> };

/** Data of a screen: the outputs of its views. */
export type ScreenView = {
  readonly [Name in keyof Screens]: { readonly screen: Name } & Outputs<Screens[Name]['main']> &
    Partial<Outputs<Screens[Name]['more']>>;
}[keyof Screens];

/** Data of a screen whose subject does not exist. */
interface MissingView {
  readonly screen: 'missing';
  readonly what: string;
}

/** Views that read much of the store: one answer serves all pages for a while. */
const SLOW: ReadonlySet<Entry> = new Set<Entry>([clientEntries.usage, stageViews.verify]);
const SLOW_SERVES_MS = 10_000;

/** Name of a screen, the screen, and the id in its path. */
type ScreenAt = readonly [name: string, shown: Shown, id?: string];

/** Returns the screen at a path. Returns undefined for any other path. */
function findScreen(path: string): ScreenAt | undefined {
  const { pathname } = URL.canParse(path, 'http://console') ? new URL(path, 'http://console') : {};
  const [, firstStep = '', id] = pathname?.split('/') ?? ['', '-'];
  const wanted = id === undefined ? `/${firstStep}` : `/${firstStep}/:id`;
  const entry = Object.entries<Shown>(consoleScreens).find(([, screen]) => screen.path === wanted);
  return entry && (id === undefined ? entry : [...entry, decodeURIComponent(id)]);
}

/** Creates the data of the console's screens on request, with what every page shows. Rejects if the store fails. */
export function createScreens(operatorParts: OperatorParts) {
  const keptAnswers = new Map<
    Entry,
    { readonly until: number; readonly answer: ReturnType<typeof runEntry> }
  >();
  const readEntry = (entry: Entry, input: object): ReturnType<typeof runEntry> => {
    if (!SLOW.has(entry)) return runEntry(entry, operatorParts, input, '');
    const last = keptAnswers.get(entry);
    if (last !== undefined && operatorParts.now() < last.until) return last.answer;
    const answer = runEntry(entry, operatorParts, {}, '');
    keptAnswers.set(entry, { until: operatorParts.now() + SLOW_SERVES_MS, answer });
    // What could not be read is asked again at the next look.
    void answer.then(({ ok }) => ok || keptAnswers.delete(entry));
    return answer;
  };
  const readView = async ([screen, { main, more }, id]: ScreenAt): Promise<ScreenView | MissingView> => {
    const outputs: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries({ ...main, ...more })) {
      const answer = await readEntry(entry, id === undefined ? {} : { id, caller: id });
      if (answer.ok) outputs[name] = answer.value.output;
      else if (answer.failure.problem === 'storeFailed' && name in main)
        throw new Error(answer.failure.detail);
      else if (name in main) return { screen: 'missing', what: answer.failure.detail };
    }
    // The table says which outputs the screen has.
    return { screen, ...outputs } as ScreenView;
  };
  return async (path: string) => {
    const screenPlace = findScreen(path);
    if (screenPlace === undefined) return undefined;
    const view = await readView(screenPlace);
    const alarms = await alarmEntries.list.run(operatorParts, {}, '');
    const writes = await operatorParts.cutover.writes().catch(() => undefined);
    return {
      view,
      alarms: alarms.ok ? alarms.value : [],
      /** Undefined if they cannot be read. */
      openWrites: writes?.filter(({ closed }) => closed === undefined).length,
    };
  };
}
