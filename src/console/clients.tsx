import { ActionForm, Forms, REASON } from './actionForm';
import type { ClientView, ProgramView, ScreenProps, ViewOf } from './consoleData';
import { Ago, Badge, CallerLabel, groupedCount, minuteText, partText, State } from './parts';
import { type TableColumns, Empty, Head, Table, useFoundRows } from './tables';

/** Readiness of a program, the one with most work left first. */
const READINESS: readonly ProgramView['readiness'][] = ['has work', 'unknown', 'can move', 'moved'];

/** Returns the programs that use a key, first those with most work left. Returns none while the store fails. */
export function programsOf(
  { caller }: ClientView,
  used: readonly ProgramView[] = [],
): readonly ProgramView[] {
  const rank = ({ readiness }: ProgramView) => READINESS.indexOf(readiness);
  return used
    .filter((program) => program.caller === caller)
    .toSorted((program, nextProgram) => rank(program) - rank(nextProgram));
}

/** Most fields that the row of a program names. */
const MAX_NAMED_FIELDS = 3;

/** Says in one line what a program still needs from v1: the fields that it has to change. */
function neededText(operations: ProgramView['operations'] = []): string {
  const fields = [...new Set(operations.flatMap(({ traits }) => traits.map(({ field }) => field)))];
  const remainder = fields.length - MAX_NAMED_FIELDS;
  const more = remainder > 0 ? [`${groupedCount(remainder)} more`] : [];
  return [...fields.slice(0, MAX_NAMED_FIELDS), ...more].join(', ') || '–';
}

/** A program of a client. It is undefined if none is known. */
interface UsedProgram {
  readonly client: ClientView;
  readonly program: ProgramView | undefined;
}

const columns: TableColumns<UsedProgram> = {
  Client: ({ client }) => <CallerLabel {...client} />,
  Program: ({ program }) => <span class="whole">{program?.program ?? '–'}</span>,
  Readiness: ({ program }) => program?.readiness && <State state={program.readiness} />,
  'Needs from v1': ({ program }) => neededText(program?.operations),
  Requests: ({ client, program }) => (program ?? client).requests,
  'By v2': ({ client, program }) => {
    const byV2 = program?.byV2 ?? client.seen.reduce((sum, { v2 }) => sum + v2, 0);
    return partText(byV2, program === undefined ? client.requests : program.byV1 + byV2) || '–';
  },
  'Last seen': ({ client, program }) => <Ago at={(program ?? client).latest} />,
  'Key answered by': ({ client }) =>
    [...new Set(client.seen.map(({ side }) => side))]
      .toSorted()
      .map((side) => <State key={side} state={side} />),
  Differing: ({ client: { compared } }) =>
    (compared && `${groupedCount(compared.differing)} of ${groupedCount(compared.compared)}`) ?? '–',
};

/** Shows all clients that still use v1, the busiest first: a row for each program of each key. */
export function ClientsScreen({ view: { clients, usage, brownouts } }: ScreenProps<'clients'>) {
  const rows = useFoundRows(
    clients.flatMap((client): readonly UsedProgram[] => {
      const programs = programsOf(client, usage?.clients);
      if (programs.length === 0) return [{ client, program: undefined }];
      return programs.map((program) => ({ client, program }));
    }),
  );
  return (
    <>
      <Head title="Clients" search="Search name, key, program, readiness" />
      <Table
        label="clients"
        rows={rows}
        numericColumns={['Requests', 'By v2', 'Differing']}
        columns={columns}
        empty={<Empty title="No clients">Nobody was seen in the last 14 days.</Empty>}
      />
      {brownouts.length > 0 && <Brownouts brownouts={brownouts} />}
    </>
  );
}

type BrownoutView = ViewOf<'clients'>['brownouts'][number];

const brownoutTones = { 'under way': 'bad', planned: 'open', over: '', stopped: 'good' } as const;

const namesText = (names: BrownoutView['clients']): string => (names === 'all' ? 'all' : names.join(', '));

const brownoutColumns: TableColumns<BrownoutView> = {
  When: ({ from, to }) => `${minuteText(from)} to ${minuteText(to).slice(11)} UTC`,
  Clients: ({ percent, clients, except }) => (
    <>
      {percent < 100 && `${percent}% of `}
      {namesText(clients)}
      {except.length > 0 && ` but ${except.join(', ')}`}
    </>
  ),
  Resources: ({ resources }) => namesText(resources),
  Answer: ({ status }) => status,
  State: ({ state }) => <Badge tone={brownoutTones[state]}>{state}</Badge>,
  Refused: ({ refused }) => refused,
};

/** Shows the brownouts of the plan. One click stops the brownout under way, because clients wait for it. */
function Brownouts({ brownouts }: { readonly brownouts: readonly BrownoutView[] }) {
  const isIn = (...states: readonly string[]): boolean =>
    brownouts.some(({ state }) => states.includes(state));
  return (
    <section>
      <h2>Brownouts</h2>
      <Table
        label="brownouts"
        rows={brownouts}
        numericColumns={['Answer', 'Refused']}
        columns={brownoutColumns}
      />
      <Forms>
        {isIn('under way') && (
          <ActionForm
            action="brownouts/stop"
            given={{ which: 'current', reason: 'stopped in the console' }}
            tone="danger"
            submit="Stop the brownout under way"
          />
        )}
        {isIn('under way', 'planned') && (
          <ActionForm
            unfold="Stop all brownouts"
            action="brownouts/stop"
            given={{ which: 'all' }}
            about="Those to come too. A new plan may name others."
            fields={[REASON]}
            submit="Stop all"
          />
        )}
      </Forms>
    </section>
  );
}
