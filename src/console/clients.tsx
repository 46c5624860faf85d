import { ActionForm, FormField, Unfold, WhyNot } from './actionForm';
import type { ClientView, Page, ProgramView, ScreenProps } from './consoleData';
import { ClientRow, neededText, ranked, type UsedProgram, UsedPrograms } from './clientUsage';
import { IssueTable } from './differences';
import { Brownouts, ClientRetirement } from './retirement';
import { Pin } from './stageActions';
import { Ago, Badge, groupedCount, Empty, Head, isFound, Search, Table } from './parts';

const COLUMNS = [
  'Client',
  'Program',
  'Readiness',
  'Needs from v1',
  'Requests',
  'By v2',
  'Last seen',
  'Key answered by',
  'Differing',
];

/** Returns the programs that use a key; none while the store fails. */
const programsOf = ({ caller }: ClientView, used: readonly ProgramView[] = []) =>
  used.filter((entry) => entry.caller === caller);

/** Lists the programs of a client, first those with most work left; if none is known, one row without a program. */
function clientRows(client: ClientView, used: readonly ProgramView[]): readonly UsedProgram[] {
  const programs: readonly (ProgramView | undefined)[] = ranked(programsOf(client, used));
  return (programs.length === 0 ? [undefined] : programs).map((program) => ({ client, program }));
}

/** Shows all clients that still use v1, the busiest first: a row for each program of each key. */
export function ClientsScreen({ view, page }: ScreenProps<'clients'>) {
  const rows = view.clients
    .flatMap((client) => clientRows(client, view.usage?.clients ?? []))
    .filter(({ client: { caller, name, seen: seenClient }, program }) =>
      isFound(
        page.path,
        caller,
        name,
        ...seenClient.map(({ resource }) => resource),
        program?.program,
        program?.readiness,
        program && neededText(program),
      ),
    );
  return (
    <>
      <Head title="Clients">
        <Search path={page.path} label="Search name, key, program, readiness" />
      </Head>
      {rows.length === 0 ? (
        <Empty title="No clients">Nobody was seen in the last 14 days.</Empty>
      ) : (
        <Table label="clients" columns={COLUMNS} numbers={['Requests', 'By v2', 'Differing']}>
          {rows.map((row) => (
            <ClientRow key={row.program?.client ?? row.client.caller} {...row} page={page} />
          ))}
        </Table>
      )}
      <Brownouts brownouts={view.brownouts} page={page} />
    </>
  );
}

function ClientActions({ client, page }: { readonly client: ClientView; readonly page: Page }) {
  if (page.mayChange !== 'yes') return <WhyNot page={page} />;
  return (
    <div class="actions">
      <Unfold label="Name this client">
        <ActionForm page={page} action="clients/label" given={{ caller: client.caller }}>
          <FormField
            label="Name, empty for none"
            name="name"
            defaultValue={client.name ?? ''}
            maxLength={200}
          />
          <button type="submit">Name it</button>
        </ActionForm>
      </Unfold>
      {client.seen.map(({ resource }) => (
        <Pin key={resource} resource={resource} caller={client.caller} page={page} />
      ))}
      <ClientRetirement client={client} page={page} />
    </div>
  );
}

/** Shows one client: the side that answers it at each resource with the reason, and the differences that concern it. */
export function ClientScreen({ view: { clients, usage, report }, page }: ScreenProps<'client'>) {
  const [client] = clients;
  if (client === undefined) return null;
  const issues = report?.issues ?? [];
  return (
    <>
      <Head title={client.name ?? client.caller}>
        <a href="/clients">All clients</a>
      </Head>
      <p class="soft">
        Key fingerprint <code>{client.caller}</code>
      </p>
      <ClientActions client={client} page={page} />
      <Table
        label="resources"
        columns={['Resource', 'Answered by', 'Why', 'v1', 'v2', 'Last seen']}
        numbers={['v1', 'v2']}
      >
        {client.seen.map(({ resource, side, why, v1, v2, latest: latestText }) => (
          <tr key={resource}>
            <td>
              <a href={`/#${resource}`}>{resource}</a>
            </td>
            <td>
              <Badge tone={side === 'v2' ? 'good' : ''}>{side}</Badge>
            </td>
            <td>{why}</td>
            <td class="number">{groupedCount(v1)}</td>
            <td class="number">{groupedCount(v2)}</td>
            <td class="soft">{latestText === undefined ? 'never' : <Ago at={latestText} page={page} />}</td>
          </tr>
        ))}
      </Table>
      <UsedPrograms programs={programsOf(client, usage?.clients)} page={page} />
      <h2>Differences that concern it</h2>
      {issues.length === 0 ? (
        <Empty title="None">No known difference was seen in its answers.</Empty>
      ) : (
        <IssueTable issues={issues} page={page} />
      )}
    </>
  );
}
