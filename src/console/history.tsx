import type { ScreenProps, ViewOf } from './consoleData';
import { Badge, countText, groupedCount, minuteText } from './parts';
import { Empty, Head, PlainList, useFoundRows } from './tables';

/** Most events on one page; the search finds earlier ones. */
const MAX_EVENTS = 200;

function EventEntry({ event }: { readonly event: ViewOf<'history'>['events'][number] }) {
  const { seq, at, actor, what, cause, reason, evidence, hash } = event;
  return (
    <li>
      <p>
        <b>{actor}</b> {what}{' '}
        {cause !== 'manual' && (
          <Badge tone={cause === 'breaker' || cause === 'kill' ? 'bad' : ''}>{cause}</Badge>
        )}
      </p>
      <p class="soft">
        {minuteText(at)} UTC · {reason}
      </p>
      <details>
        <summary>
          #{seq} <code>{hash.slice(0, 12)}</code>
          {evidence.length > 0 && ` · ${countText(evidence.length, 'sentence')} of evidence`}
        </summary>
        <PlainList lines={[...evidence, <code key={hash}>{hash}</code>]} />
      </details>
    </li>
  );
}

/** Shows the log of all moves with its evidence, and whether its chain is intact. */
export function HistoryScreen({ view: { events: all, verdict } }: ScreenProps<'history'>) {
  const events = useFoundRows(all).toReversed();
  return (
    <>
      <Head title="History" search="Search resource, person, reason" />
      <p>
        {verdict.ok && (
          <Badge tone="good">verified: {countText(verdict.events, 'event')}, none changed or missing</Badge>
        )}
        {!verdict.ok && (
          <Badge tone="bad">
            not intact at event {verdict.seq}: {verdict.problem}
          </Badge>
        )}
      </p>
      {events.length === 0 && (
        <Empty title="No events">Every move of a stage is recorded here, with its reason and evidence.</Empty>
      )}
      {events.length > 0 && (
        <ol class="events">
          {events.slice(0, MAX_EVENTS).map((event) => (
            <EventEntry key={event.seq} event={event} />
          ))}
        </ol>
      )}
      {events.length > MAX_EVENTS && (
        <p class="soft">and {groupedCount(events.length - MAX_EVENTS)} earlier ones: search for them</p>
      )}
    </>
  );
}
