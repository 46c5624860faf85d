import { confirmBy, ActionForm, Forms, REASON } from './actionForm';
import { programsOf } from './clients';
import type { ClientView, ProgramView, ScreenProps } from './consoleData';
import { IssueTable } from './differences';
import { Ago, countText, groupedCount, Sentence, State } from './parts';
import { Empty, Head, Table } from './tables';

/** Shows what a program uses, how ready it is, and what it has to change. */
function Program({ program }: { readonly program: ProgramView }) {
  const { client, requests, byV1, refused, latestOnV1, why, operations } = program;
  const work = operations.flatMap(({ operation, traits }) =>
    traits.map((trait) => ({ operation, ...trait })),
  );
  return (
    <section class="card" aria-label={program.program}>
      <h3>
        {program.program} {program.readiness && <State state={program.readiness} />}
      </h3>
      {why !== undefined && <p>{why}</p>}
      <p class="soft">
        {countText(requests, 'request')} in 30 days, {groupedCount(byV1)} served by v1
        {refused > 0 && `, ${groupedCount(refused)} refused by a brownout`}
        {latestOnV1 !== undefined && (
          <>
            ; last v1 request <Ago at={latestOnV1} />
          </>
        )}
      </p>
      <p class="soft">
        {operations
          .map(
            ({ resource, operation, requests: times }) =>
              `${operation || resource || 'unlisted'} ${groupedCount(times)}`,
          )
          .join(' · ')}
      </p>
      <Table
        label={`what ${program.program} has to change`}
        rows={work}
        numericColumns={['Requests']}
        columns={{
          Operation: ({ operation }) => operation,
          Field: ({ field }) => <code>{field}</code>,
          'It sends': ({ sends }) => <Sentence text={sends} />,
          'v2 wants': ({ wants }) => <Sentence text={wants} />,
          Requests: (trait) => trait.requests,
          Latest: ({ latest: day }) => <span class="soft whole">{day}</span>,
        }}
      />
      <p>
        <a href={`/usage/guide?client=${encodeURIComponent(client)}`}>Its migration guide</a>
      </p>
    </section>
  );
}

/** Names a client, pins it, gives it more time, or ends v1 for it alone. */
function ClientForms({ client: { caller, name, seen: seenAt } }: { readonly client: ClientView }) {
  const [ofClient, label] = [{ caller }, name ?? caller];
  return (
    <Forms>
      <ActionForm
        unfold="Name this client"
        action="clients/label"
        given={ofClient}
        fields={[{ label: 'Name, empty for none', name: 'name', defaultValue: name ?? '', maxLength: 200 }]}
        submit="Name it"
      />
      {seenAt.map(({ resource }) => (
        <ActionForm
          key={resource}
          unfold={`Pin at ${resource}`}
          action="stages/pin"
          given={{ resource, caller }}
          about={`Whatever the stage of ${resource} is, this client is answered by:`}
          fields={[REASON]}
          submit={{ name: 'side', values: { v1: 'v1', v2: 'v2', none: 'No pin' } }}
        />
      ))}
      <ActionForm
        unfold="Give more time"
        action="clients/extend"
        given={ofClient}
        about="Until then no brownout and no end of v1 meets it. Without a date it is as for everybody."
        fields={[{ label: 'Until (UTC)', name: 'until', type: 'date' }, REASON]}
        submit="Give it"
      />
      <ActionForm
        unfold="End v1 for it"
        tone="danger"
        action="clients/gone"
        given={ofClient}
        about="Its v1 requests get a 410 from now on."
        fields={[REASON, confirmBy(label)]}
        submit="End v1 for it"
      />
      <ActionForm
        unfold="Let it use v1 again"
        action="clients/gone"
        given={{ caller, undo: 'yes' }}
        about="Takes an end of v1 for this client back."
        fields={[REASON]}
        submit="Let it"
      />
    </Forms>
  );
}

/** Shows one client: the side that answers it at each resource, its programs, and the differences that concern it. */
export function ClientScreen({ view: { clients, usage, report } }: ScreenProps<'client'>) {
  const [client] = clients;
  if (client === undefined) return null;
  const programs = programsOf(client, usage?.clients);
  const issues = report?.issues ?? [];
  return (
    <>
      <Head title={client.name ?? client.caller}>
        <a href="/clients">All clients</a>
      </Head>
      <p class="soft">
        Key fingerprint <code>{client.caller}</code>
      </p>
      <ClientForms client={client} />
      <Table
        label="resources"
        rows={client.seen}
        numericColumns={['v1', 'v2']}
        columns={{
          Resource: ({ resource }) => <a href={`/#${resource}`}>{resource}</a>,
          'Answered by': ({ side }) => <State state={side} />,
          Why: ({ why }) => why,
          v1: ({ v1 }) => v1,
          v2: ({ v2 }) => v2,
          'Last seen': ({ latest: instant }) => <Ago at={instant} />,
        }}
      />
      <h2>What it still needs from v1</h2>
      {programs.length === 0 && <Empty title="None">No request of it was counted in 30 days.</Empty>}
      {programs.map((program) => (
        <Program key={program.client} program={program} />
      ))}
      <h2>Differences that concern it</h2>
      {issues.length === 0 && <Empty title="None">No known difference was seen in its answers.</Empty>}
      <IssueTable issues={issues} />
    </>
  );
}
