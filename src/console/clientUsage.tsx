import type { ClientView, Page, ProgramView } from './consoleData';
import { Ago, Badge, groupedCount, Empty, Table, partText, CallerLabel } from './parts';

/** States of readiness, first the state with most work left. */
const STATES = ['has work', 'unknown', 'can move', 'moved'];

const toneOf = (state: string) => (state === 'has work' ? 'open' : state === 'unknown' ? '' : 'good');

/** Most fields that the row of a program names. */
const MOST_NAMED = 3;

/** Shows how ready a program is; shows nothing if that is unknown. */
const ReadinessBadge = ({ program: { readiness } }: { readonly program: ProgramView }) =>
  readiness === undefined ? null : <Badge tone={toneOf(readiness)}>{readiness}</Badge>;

/** Sorts the programs of a key, first those with most work left. */
export function ranked(programs: readonly ProgramView[]): readonly ProgramView[] {
  const rank = ({ readiness }: ProgramView) => STATES.findIndex((state) => state === readiness);
  return programs.toSorted((program, nextProgram) => rank(program) - rank(nextProgram));
}

/** Says in one line what a program still needs from v1: the fields that it has to change. */
export function neededText({ operations }: ProgramView): string {
  const fields = [...new Set(operations.flatMap(({ traits }) => traits.map(({ field }) => field)))];
  const remainder = fields.length - MOST_NAMED;
  return [...fields.slice(0, MOST_NAMED), ...(remainder > 0 ? [`${groupedCount(remainder)} more`] : [])].join(
    ', ',
  );
}

function Work({ program }: { readonly program: ProgramView }) {
  const work = program.operations.flatMap(({ operation, traits }) =>
    traits.map((trait) => ({ operation, ...trait })),
  );
  if (work.length === 0) return null;
  return (
    <Table
      label={`what ${program.program} has to change`}
      columns={['Operation', 'Field', 'It sends', 'v2 wants', 'Requests', 'Latest']}
      numbers={['Requests']}
    >
      {work.map(({ operation, trait, field, sends, wants, requests, latest: latestText }) => (
        <tr key={`${operation} ${trait}`}>
          <td>{operation}</td>
          <td>
            <code>{field}</code>
          </td>
          <td>{sends}</td>
          <td>{wants}</td>
          <td class="number">{groupedCount(requests)}</td>
          <td class="soft whole">{latestText}</td>
        </tr>
      ))}
    </Table>
  );
}

function Program({ program, page }: { readonly program: ProgramView; readonly page: Page }) {
  const { client, requests, byV1, refused, latestOnV1, why, operations } = program;
  return (
    <section class="card" aria-label={program.program}>
      <h3>
        {program.program} <ReadinessBadge program={program} />
      </h3>
      {why !== undefined && <p>{why}</p>}
      <p class="soft">
        {groupedCount(requests)} requests in 30 days, {groupedCount(byV1)} served by v1
        {refused > 0 && `, ${groupedCount(refused)} refused by a brownout`}
        {latestOnV1 !== undefined && (
          <>
            ; last v1 request <Ago at={latestOnV1} page={page} />
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
      <Work program={program} />
      <p>
        <a href={`/usage/guide?client=${encodeURIComponent(client)}`}>Its migration guide</a>
      </p>
    </section>
  );
}

/** Shows what each program of a key uses, how ready it is, and what it has to change. */
export function UsedPrograms({
  programs,
  page,
}: {
  readonly programs: readonly ProgramView[];
  readonly page: Page;
}) {
  return (
    <>
      <h2>What it still needs from v1</h2>
      {programs.length === 0 && <Empty title="None">No request of it was counted in 30 days.</Empty>}
      {programs.map((program) => (
        <Program key={program.client} program={program} page={page} />
      ))}
    </>
  );
}

/** Shows the side that answers a client, over all its resources. */
function Sides({ seenClient }: { readonly seenClient: ClientView['seen'] }) {
  const sides = [...new Set(seenClient.map(({ side }) => side))].toSorted();
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

/** Shows the requests of a program, or of its key if no program is known. */
function Counted({ client, program, page }: RowProps) {
  const { requests, latest: latestText } = program ?? client;
  const byV2 = program?.byV2 ?? client.seen.reduce((sum, { v2 }) => sum + v2, 0);
  const byBoth = program === undefined ? requests : program.byV1 + byV2;
  return (
    <>
      <td class="number">{groupedCount(requests)}</td>
      <td class="number">{partText(byV2, byBoth) || '–'}</td>
      <td class="soft">{latestText === undefined ? 'never' : <Ago at={latestText} page={page} />}</td>
    </>
  );
}

/** A program of a client; undefined if none is known. */
export interface UsedProgram {
  readonly client: ClientView;
  readonly program: ProgramView | undefined;
}

type RowProps = UsedProgram & { readonly page: Page };

/** Shows a program of a client as a row. */
export function ClientRow(row: RowProps) {
  const { client, program } = row;
  return (
    <tr>
      <td>
        <CallerLabel {...client} />
      </td>
      <td class="whole">{program?.program ?? '–'}</td>
      <td>{program && <ReadinessBadge program={program} />}</td>
      <td>{(program && neededText(program)) || '–'}</td>
      <Counted {...row} />
      <td>
        <Sides seenClient={client.seen} />
      </td>
      <td class="number">
        {client.compared === undefined
          ? '–'
          : `${groupedCount(client.compared.differing)} of ${groupedCount(client.compared.compared)}`}
      </td>
    </tr>
  );
}
