import type { ScreenProps, ViewOf } from './consoleData';
import { Badge, minuteText, groupedCount, Empty, Head, isFound, Search } from './parts';

/** Most events on one page; the search finds earlier ones. */
const MAX_EVENTS = 200;

function Event({ event }: { readonly event: ViewOf<'history'>['events'][number] }) {
  const { seq, at, actor, resource, from, what, cause, reason, evidence, hash } = event;
  return (
    <li>
      <p>
        <b>{resource}</b> {what} <span class="soft">from {from}</span>{' '}
        {cause !== 'manual' && (
          <Badge tone={cause === 'breaker' || cause === 'kill' ? 'bad' : ''}>{cause}</Badge>
        )}
      </p>
      <p class="soft">
        {minuteText(at)} UTC by {actor} · {reason}
      </p>
      <details>
        <summary>
          #{seq} <code>{hash.slice(0, 12)}</code>
          {evidence.length > 0 && ` · ${evidence.length} sentences of evidence`}
        </summary>
        <ul class="plain">
          {evidence.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          <li>
            <code>{hash}</code>
          </li>
        </ul>
      </details>
    </li>
  );
}

/** Shows the log of all moves with its evidence, and whether its chain is intact. */
export function HistoryScreen({ view: { events, verdict }, page }: ScreenProps<'history'>) {
  const foundEntry = events
    .filter(({ resource, actor, what, reason, cause }) =>
      isFound(page.path, resource, actor, what, reason, cause),
    )
    .toReversed();
  return (
    <>
      <Head title="History">
        <Search path={page.path} label="Search resource, person, reason" />
      </Head>
      <p>
        {verdict.ok ? (
          <Badge tone="good">verified: {groupedCount(verdict.events)} events, none changed or missing</Badge>
        ) : (
          <Badge tone="bad">
            not intact at event {verdict.seq}: {verdict.problem}
          </Badge>
        )}
      </p>
      {foundEntry.length === 0 ? (
        <Empty title="No events">Every move of a stage is recorded here, with its reason and evidence.</Empty>
      ) : (
        <ol class="events">
          {foundEntry.slice(0, MAX_EVENTS).map((event) => (
            <Event key={event.seq} event={event} />
          ))}
        </ol>
      )}
      {foundEntry.length > MAX_EVENTS && (
        <p class="soft">and {groupedCount(foundEntry.length - MAX_EVENTS)} earlier ones: search for them</p>
      )}
    </>
  );
}
