import type { Logger } from 'pino';
import type { Config } from '../../config/configuration';
import { type Clock, DAY_MS } from '../../contract/clock';
import type { Json } from '../../contract/json';
import { addTo } from '../../contract/recent';
import { failure, type Result, success } from '../../contract/result';
import type { AlarmCondition } from '../../cutover/alarms';
import { deliveryFindings } from '../../cutover/cutoverFindings';
import type { NoticeStore } from '../../cutover/members/notifier';
import type { EventRefusal } from '../../http/takeEvent';
import { postToReceiver } from '../../http/upstream/postEvent';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { Profile } from '../../mapping/profile/profileFile';
import { type EventMisfit, eventTranslation } from '../../mapping/profile/translateEvent';
import { failureCode } from '../../store/transactions';
import type { Closers } from '../closers';
import { openEventJournal } from './eventJournal';

/** Most names of events whose refusal is remembered. */
const MOST_NAMES = 20;

interface RelayParts {
  readonly config: Pick<Config, 'events'>;
  readonly mappings: Pick<Mappings, 'profile' | 'resources'>;
  /** Rows of the waiting events; undefined for a store in memory. */
  readonly notices: NoticeStore | undefined;
  readonly isLeader: () => boolean;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Relay of v2's events to the old program that receives those of v1. */
export type EventRelay = NonNullable<ReturnType<typeof openEventRelay>>;

/** Returns the reason why events cannot be relayed as the settings say; undefined if they can. */
export function relayFault(
  { events: settings, store }: Pick<Config, 'events' | 'store'>,
  { events }: Profile,
): string | undefined {
  if (settings === undefined) return undefined;
  if (events === undefined)
    return 'events.receiver: the mappings describe no events\n  = hint: add `events:` to their api.yaml';
  if (store.kind === 'memory')
    return 'events.receiver: in memory no event survives the end of the process\n  = hint: name a file or a database with --store';
  const isSigned = events.v1.signature !== undefined;
  if (isSigned === (settings.receiverSecret !== undefined)) return undefined;
  return isSigned
    ? 'events.receiverSecret is missing: by api.yaml v1 signs its events\n  = hint: set LIFEBOAT_EVENTS_RECEIVER_SECRET'
    : 'events.receiverSecret: api.yaml does not say how v1 signs its events\n  = hint: add `signature:` to `v1:` of `events:`';
}

/** Remembers what could not be done, for a day or until it is done. */
function createFindings(now: () => number) {
  const misfits = new Map<string, { readonly reason: string; readonly at: number }>();
  let [givenUp, givenUpAt] = [0, -Infinity];
  const isRecent = (at: number): boolean => now() - at < DAY_MS;
  const finding = (part: string, text: string): AlarmCondition => ({
    ...({ kind: 'events', severity: 'warning', subject: '*' } as const),
    part,
    text,
  });
  return {
    misfit: ({ name = 'without a name', reason }: EventMisfit): void => {
      misfits.delete(name);
      if (misfits.size < MOST_NAMES) misfits.set(name, { reason, at: now() });
    },
    fits: (name: string): void => void misfits.delete(name),
    givenUp: (): void => {
      [givenUp, givenUpAt] = [givenUp + 1, now()];
    },
    sentAgain: (): void => {
      [givenUp, givenUpAt] = [0, -Infinity];
    },
    current: (): readonly AlarmCondition[] => [
      ...[...misfits]
        .filter(([, { at }]) => isRecent(at))
        .map(([name, { reason }]) =>
          finding(name, `v2's event ${name} is refused, because it has no form of v1: ${reason}`),
        ),
      ...(isRecent(givenUpAt)
        ? [finding('given up', `events that events.receiver did not take are given up: ${givenUp}`)]
        : []),
    ],
  };
}

/** Opens the relay of events as the settings and the mappings say; undefined if the settings name no receiver. */
export function openEventRelay(parts: RelayParts, closers: Closers) {
  const { config, mappings, notices: store, isLeader, logger, clock } = parts;
  const { events: settings } = config;
  const { events: form } = mappings.profile;
  if (settings === undefined || form === undefined || store === undefined) return undefined;
  let translate = eventTranslation(mappings.profile, mappings.resources);
  const counts = new Map<string, number>();
  const findings = createFindings(clock.now);
  const journal = openEventJournal(
    {
      ...{ store, clock, isLeader, secret: settings.secret, keepMs: settings.keepMs },
      post: postToReceiver({ ...settings, signature: form.v1.signature }),
      ended: (outcome, { id, name }) => {
        addTo(counts, outcome, 1);
        if (outcome === 'delivered') return;
        findings.givenUp();
        logger.error({ event: name, id }, 'an event could not be delivered');
      },
    },
    closers,
  );
  const refuse = (misfit: EventMisfit): Result<undefined, EventRefusal> => {
    addTo(counts, 'refused', 1);
    findings.misfit(misfit);
    logger.warn({ event: misfit.name, reason: misfit.reason }, 'an event of v2 has no form of v1');
    return failure({ code: 'eventUnfit', detail: misfit.reason });
  };
  const take = async (event: Json): Promise<Result<undefined, EventRefusal>> => {
    const translated = translate?.(event);
    if (translated?.ok !== true)
      return refuse(translated?.failure ?? { name: undefined, reason: 'the mappings describe no events' });
    const { id, name, body } = translated.value;
    findings.fits(name);
    try {
      if (body !== undefined) await journal.keep(id, name, body);
    } catch (error) {
      return failure({ code: 'eventUnkept', detail: `store: ${failureCode(error)}` });
    }
    addTo(counts, body === undefined ? 'left out' : 'taken', 1);
    return success(undefined);
  };
  return {
    intake: { signature: form.v2.signature, secret: settings.secret, take },
    counts: (): ReadonlyMap<string, number> => counts,
    load: () => ({ active: 0, waiting: journal.delivery().waiting }),
    findings: (): readonly AlarmCondition[] => [
      ...deliveryFindings('events.receiver', journal.delivery(), 'events'),
      ...findings.current(),
    ],
    /** Lets all events that were given up wait once more, and returns their number. */
    again: (): Promise<number> => {
      findings.sentAgain();
      return journal.again();
    },
    /** Switches to the rules of other mappings. */
    use: ({ profile, resources }: RelayParts['mappings']): void => {
      translate = eventTranslation(profile, resources);
    },
  };
}
