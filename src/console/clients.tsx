import { ActionForm, Field, Unfold, WhyNot } from './actionForm';
import type { ClientView } from './clientData';
import type { Page, View } from './consoleData';
import { ProgramList, UsedPrograms } from './clientUsage';
import { IssueTable } from './differences';
import { Brownouts, ClientRetirement } from './retirement';
import { Ago, Badge, Caller, count, Empty, Head, isFound, percentText, Search, Wide } from './parts';

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
        <Caller {...client} />
      </td>
      <td>
        <Sides seen={client.seen} />
      </td>
      <td>
        <ProgramList programs={client.programs} />
      </td>
      <td class="number">{count(v1 + v2)}</td>
      <td class="number">{percentText(v2, v1 + v2) || '–'}</td>
      <td>{client.seen.map(({ resource }) => resource).join(', ')}</td>
      <td class="number">
        {client.compared === undefined
          ? '–'
          : `${count(client.compared.differing)} of ${count(client.compared.compared)}`}
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
        <Wide label="clients">
          <table>
            <thead>
              <tr>
                <th scope="col">Client</th>
                <th scope="col">Answered by</th>
                <th scope="col">Programs, readiness</th>
                <th scope="col" class="number">
                  Requests
                </th>
                <th scope="col" class="number">
                  By v2
                </th>
                <th scope="col">Resources</th>
                <th scope="col" class="number">
                  Differing
                </th>
                <th scope="col">Last seen</th>
              </tr>
            </thead>
            <tbody>
              {clients.map((client) => (
                <Row key={client.caller} client={client} page={page} />
              ))}
            </tbody>
          </table>
        </Wide>
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
          <Field label="Name, empty for none" name="name" defaultValue={client.name ?? ''} maxLength={200} />
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
      <Wide label="resources">
        <table>
          <thead>
            <tr>
              <th scope="col">Resource</th>
              <th scope="col">Answered by</th>
              <th scope="col">Why</th>
              <th scope="col" class="number">
                v1
              </th>
              <th scope="col" class="number">
                v2
              </th>
              <th scope="col">Last seen</th>
            </tr>
          </thead>
          <tbody>
            {client.seen.map(({ resource, side, why, v1, v2, latest }) => (
              <tr key={resource}>
                <td>
                  <a href={`/#${resource}`}>{resource}</a>
                </td>
                <td>
                  <Badge tone={side === 'v2' ? 'good' : ''}>{side}</Badge>
                </td>
                <td>{why}</td>
                <td class="number">{count(v1)}</td>
                <td class="number">{count(v2)}</td>
                <td class="soft">{latest === undefined ? 'never' : <Ago at={latest} page={page} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
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
