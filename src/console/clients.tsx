import { ActionForm, FormField, Unfold, WhyNot } from './actionForm';
import type { ClientView } from './clientData';
import type { Page, View } from './consoleData';
import { ProgramList, UsedPrograms } from './clientUsage';
import { IssueTable } from './differences';
import { Brownouts, ClientRetirement } from './retirement';
import {
  Ago,
  Badge,
  CallerLabel,
  groupedCount,
  Empty,
  Head,
  isFound,
  partText,
  Search,
  Table,
} from './parts';

type Clients = Extract<View, { screen: 'clients' }>;
type Client = Extract<View, { screen: 'client' }>;

const requestsOf = ({ seen }: ClientView, side: 'v1' | 'v2'): number =>
  seen.reduce((total, one) => total + one[side], 0);

const latestOf = ({ seen }: ClientView): string | undefined =>
  seen
    .flatMap(({ latest }) => (latest === undefined ? [] : [latest]))
    .toSorted()
    .at(-1);

/** Side that answers a client, over all its resources. */
function Sides({ seen }: { readonly seen: ClientView['seen'] }) {
  const sides = [...new Set(seen.map(({ side }) => side))].toSorted();
  return (
    <>
      {sides.map((side) => (
        <Badge key={side} tone={side === 'v2' ? 'good' : ''}>
          {side}
        </Badge>
      ))}
    </>
  );
}

function Row({ client, page }: { readonly client: ClientView; readonly page: Page }) {
  const [v1, v2] = [requestsOf(client, 'v1'), requestsOf(client, 'v2')];
  const latest = latestOf(client);
  return (
    <tr>
      <td>
        <CallerLabel {...client} />
      </td>
      <td>
        <Sides seen={client.seen} />
      </td>
      <td>
        <ProgramList programs={client.programs} />
      </td>
      <td class="number">{groupedCount(v1 + v2)}</td>
      <td class="number">{partText(v2, v1 + v2) || '–'}</td>
      <td>{client.seen.map(({ resource }) => resource).join(', ')}</td>
      <td class="number">
        {client.compared === undefined
          ? '–'
          : `${groupedCount(client.compared.differing)} of ${groupedCount(client.compared.compared)}`}
      </td>
      <td class="soft">{latest === undefined ? 'never' : <Ago at={latest} page={page} />}</td>
    </tr>
  );
}

/** Everybody who still asks v1, the busiest first. */
export function ClientsScreen({ view, page }: { readonly view: Clients; readonly page: Page }) {
  const clients = view.clients.filter(({ caller, name, seen, programs }) =>
    isFound(
      page.path,
      caller,
      name,
      ...seen.map(({ resource }) => resource),
      ...programs.flatMap(({ program, readiness }) => [program, readiness]),
    ),
  );
  return (
    <>
      <Head title="Clients">
        <Search path={page.path} label="Search name, key, program, readiness" />
      </Head>
      {clients.length === 0 ? (
        <Empty title="No clients">Nobody was seen in the last 14 days.</Empty>
      ) : (
        <Table
          label="clients"
          columns={[
            'Client',
            'Answered by',
            'Programs, readiness',
            'Requests',
            'By v2',
            'Resources',
            'Differing',
            'Last seen',
          ]}
          numbers={['Requests', 'By v2', 'Differing']}
        >
          {clients.map((client) => (
            <Row key={client.caller} client={client} page={page} />
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
        <ActionForm page={page} action="labels" given={{ caller: client.caller }}>
          <FormField
            label="Name, empty for none"
            name="name"
            defaultValue={client.name ?? ''}
            maxLength={200}
          />
          <button type="submit">Name it</button>
        </ActionForm>
      </Unfold>
      <ClientRetirement client={client} page={page} />
    </div>
  );
}

/** One client: who answers it at each resource and why, and the differences that concern it. */
export function ClientScreen({ view, page }: { readonly view: Client; readonly page: Page }) {
  const { client, issues } = view;
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
        {client.seen.map(({ resource, side, why, v1, v2, latest }) => (
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
            <td class="soft">{latest === undefined ? 'never' : <Ago at={latest} page={page} />}</td>
          </tr>
        ))}
      </Table>
      <UsedPrograms programs={client.programs} page={page} />
      <h2>Differences that concern it</h2>
      {issues.length === 0 ? (
        <Empty title="None">No known difference was seen in its answers.</Empty>
      ) : (
        <IssueTable issues={issues} page={page} />
      )}
    </>
  );
}
