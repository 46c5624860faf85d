import { ActionForm, FormField, ReasonField, Unfold, WhyNot } from './actionForm';
import type { BrownoutView, ClientView, Page } from './consoleData';
import { Badge, minuteText, groupedCount, Table } from './parts';

const tones: Readonly<Record<BrownoutView['state'], string>> = {
  'under way': 'bad',
  planned: 'open',
  over: '',
  stopped: 'good',
};

const namesText = (names: BrownoutView['clients']): string => (names === 'all' ? 'all' : names.join(', '));

function Row({ brownout }: { readonly brownout: BrownoutView }) {
  const { from, to, clients, except, resources, percent, status, state, refused } = brownout;
  return (
    <tr>
      <td>
        {minuteText(from)} to {minuteText(to).slice(11)} UTC
      </td>
      <td>
        {percent < 100 && `${percent}% of `}
        {namesText(clients)}
        {except.length > 0 && ` but ${except.join(', ')}`}
      </td>
      <td>{namesText(resources)}</td>
      <td class="number">{status}</td>
      <td>
        <Badge tone={tones[state]}>{state}</Badge>
      </td>
      <td class="number">{groupedCount(refused)}</td>
    </tr>
  );
}

/** Stops brownouts; one click stops the brownout under way, because clients wait for it. */
function Stop({ brownouts, page }: { readonly brownouts: readonly BrownoutView[]; readonly page: Page }) {
  if (page.mayChange !== 'yes') return <WhyNot page={page} />;
  const isIn = (...states: readonly string[]): boolean =>
    brownouts.some(({ state }) => states.includes(state));
  const now = { which: 'current', reason: 'stopped in the console' };
  return (
    <div class="actions">
      {isIn('under way') && (
        <ActionForm page={page} action="brownouts/stop" given={now}>
          <button class="danger" type="submit">
            Stop the brownout under way
          </button>
        </ActionForm>
      )}
      {isIn('under way', 'planned') && (
        <Unfold label="Stop all brownouts">
          <ActionForm page={page} action="brownouts/stop" given={{ which: 'all' }}>
            <p>Those to come too. A new plan may name others.</p>
            <ReasonField />
            <button type="submit">Stop all</button>
          </ActionForm>
        </Unfold>
      )}
    </div>
  );
}

/** Shows the brownouts of the plan, if it names any, and how to stop them. */
export function Brownouts(props: { readonly brownouts: readonly BrownoutView[]; readonly page: Page }) {
  const { brownouts } = props;
  if (brownouts.length === 0) return null;
  return (
    <section>
      <h2>Brownouts</h2>
      <Table
        label="brownouts"
        columns={['When', 'Clients', 'Resources', 'Answer', 'State', 'Refused']}
        numbers={['Answer', 'Refused']}
      >
        {brownouts.map((brownout) => (
          <Row key={brownout.id} brownout={brownout} />
        ))}
      </Table>
      <Stop {...props} />
    </section>
  );
}

/** Gives one client more time, or ends v1 for it alone. */
export function ClientRetirement({
  client: { caller, name = caller },
  page,
}: {
  readonly client: ClientView;
  readonly page: Page;
}) {
  return (
    <>
      <Unfold label="Give more time">
        <ActionForm page={page} action="clients/extend" given={{ caller }}>
          <p>Until then no brownout and no end of v1 meets it. Without a date it is as for everybody.</p>
          <FormField label="Until (UTC)" name="until" type="date" />
          <ReasonField />
          <button type="submit">Give it</button>
        </ActionForm>
      </Unfold>
      <Unfold label="End v1 for it" tone="danger">
        <ActionForm page={page} action="clients/gone" given={{ caller }}>
          <p>Its v1 requests get a 410 from now on.</p>
          <ReasonField />
          <FormField label={`Type ${name} to confirm`} name="confirm" required title={`exactly ${name}`} />
          <button class="danger" type="submit">
            End v1 for it
          </button>
        </ActionForm>
      </Unfold>
      <Unfold label="Let it use v1 again">
        <ActionForm page={page} action="clients/gone" given={{ caller, undo: 'yes' }}>
          <p>Takes an end of v1 for this client back.</p>
          <ReasonField />
          <button type="submit">Let it</button>
        </ActionForm>
      </Unfold>
    </>
  );
}
