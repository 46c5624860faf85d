import type { Logger } from 'pino';
import type { Config } from '../../config/configuration';
import type { Clock } from '../../contract/clock';
import type { Json } from '../../contract/json';
import { addToCount } from '../../contract/recent';
import { failure, success } from '../../contract/result';
import type { Alarms } from '../../cutover/alarms';
import { deliveryFindings } from '../../cutover/cutoverFindings';
import type { EventRefusal } from '../../http/takeEvent';
import { createReceiverPost } from '../../http/upstream/postEvent';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { EventsEntry } from '../../mapping/profile/eventForm';
import { compileEventTranslation } from '../../mapping/profile/translateEvent';
import type { NoticeRows } from '../../store/noticeRows';
import { failureCode } from '../../store/transactions';
import type { Closers } from '../closers';
import { openEventJournal } from './eventJournal';

interface RelayParts {
  readonly config: Pick<Config, 'events'>;
  readonly mappings: Pick<Mappings, 'profile' | 'resources'>;
  /** Rows of the waiting events. They are undefined for a store in memory. */
  readonly notices: NoticeRows | undefined;
  readonly alarms: Pick<Alarms, 'addSource' | 'replaceFindings'>;
  readonly isLeader: () => boolean;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Relay of v2's events to the old program that receives those of v1. */
export type EventRelay = NonNullable<
  Extract<ReturnType<typeof openEventRelay>, { readonly ok: true }>['value']
>;

const translationOf = (form: EventsEntry, { profile, resources }: RelayParts['mappings']) =>
  compileEventTranslation(form, profile, resources);

const GIVEN_UP_TEXT =
  'events.receiver did not take all events: `lifeboat events again` sends what was given up';

interface TakeParts extends Pick<RelayParts, 'logger'> {
  readonly counts: Map<string, number>;
  /** Raises the alarm of a part, or ends it. */
  readonly alarm: (subject: string, text?: string) => void;
  readonly keep: ReturnType<typeof openEventJournal>['keep'];
}

/** Creates the function that keeps an event of v2 in v1's form, or says why it does not. */
const createEventTaker =
  ({ counts, alarm, logger, keep }: TakeParts, translate: ReturnType<typeof compileEventTranslation>) =>
  async (event: Json): Promise<EventRefusal | undefined> => {
    const translated = translate(event);
    if (!translated.ok) {
      const { name, reason } = translated.failure;
      addToCount(counts, 'refused', 1);
      alarm(name, `v2's event ${name} is refused, because it has no form of v1: ${reason}`);
      logger.warn({ event: name, reason }, 'an event of v2 has no form of v1');
      return { code: 'eventUnfit', detail: reason };
    }
    const { id, name, body } = translated.value;
    alarm(name);
    try {
      if (body !== undefined) await keep(id, name, body);
    } catch (error) {
      return { code: 'eventUnkept', detail: `store: ${failureCode(error)}` };
    }
    addToCount(counts, body === undefined ? 'left out' : 'taken', 1);
    return undefined;
  };

/** Says why no events can be delivered to the receiver of the settings. Returns undefined without a reason. */
export function relayFault(
  { events }: Pick<Config, 'events'>,
  { profile }: Pick<Mappings, 'profile'>,
  isStored: boolean,
): string | undefined {
  if (events === undefined) return undefined;
  if (profile.events === undefined)
    return 'events.receiver: the mappings describe no events\n  = hint: add `events:` to their api.yaml';
  if (!isStored)
    return 'events.receiver: in memory no event survives the end of the process\n  = hint: name a --store';
  return undefined;
}

/** Opens the relay of events, or returns the reason why it cannot be opened. Returns undefined without a receiver. */
export function openEventRelay(relayParts: RelayParts, closers: Closers) {
  const { config, mappings, notices: store, alarms, logger } = relayParts;
  const { events: settings } = config;
  const { events: firstForm } = mappings.profile;
  const fault = relayFault(config, mappings, store !== undefined);
  if (fault !== undefined) return failure(fault);
  if (settings === undefined || firstForm === undefined || store === undefined) return success(undefined);
  let form: EventsEntry = firstForm;
  let translate = translationOf(form, mappings);
  const counts = new Map<string, number>();
  const setAlarm = (subject: string, text?: string): void =>
    alarms.replaceFindings(
      `event ${subject}`,
      text === undefined ? [] : [{ kind: 'events', severity: 'warning', subject: '*', part: subject, text }],
    );
  const journal = openEventJournal(
    {
      ...{ ...settings, ...relayParts, store },
      post: (id, body) => createReceiverPost({ ...settings, signature: form.signature.v1 })(id, body),
      reportEnd: (outcome, { id, name }) => {
        addToCount(counts, outcome, 1);
        if (outcome === 'given up') logger.error({ event: name, id }, 'an event could not be delivered');
      },
      givenUp: (isAny) => setAlarm('given up', isAny ? GIVEN_UP_TEXT : undefined),
    },
    closers,
  );
  alarms.addSource(() => deliveryFindings('events.receiver', journal.delivery(), 'events'));
  const take = createEventTaker({ counts, alarm: setAlarm, logger, keep: journal.keep }, (event) =>
    translate(event),
  );
  return success({
    intake: {
      get signature() {
        return form.signature.v2;
      },
      secret: settings.secret,
      take,
    },
    /** Returns the number of events by what has become of them. */
    counts: (): ReadonlyMap<string, number> => counts,
    load: () => ({ active: 0, waiting: journal.delivery().waiting }),
    /** Lets all events that were given up wait once more, and returns their number. */
    again: journal.again,
    /** Switches to the rules of other mappings. Without `events:` the former form stays: v2 goes on sending events. */
    use: (next: RelayParts['mappings']): void => {
      form = next.profile.events ?? form;
      translate = translationOf(form, next);
    },
  });
}
