import { ActionForm } from './actionForm';
import type { ScreenProps, ViewOf } from './consoleData';
import { Ago, CallerLabel, State, usePage } from './parts';
import { Empty, Head, WithNote, Table, useFoundRows } from './tables';

type Write = ViewOf<'writes'>['writes'][number];

function End({ id, closed }: Pick<Write, 'id' | 'closed'>) {
  const { mayChange } = usePage();
  if (closed !== undefined) return <>{`closed by ${closed.by}: ${closed.note}`}</>;
  if (mayChange !== 'yes') return <>open</>;
  const finding = { label: 'What you found', name: 'reason', required: true, maxLength: 500 };
  return (
    <ActionForm unfold="Close" action="writes/close" given={{ id }} fields={[finding]} submit="Close it" />
  );
}

/** Shows the writes that may have been executed, the open ones first. */
export function WritesScreen({ view }: ScreenProps<'writes'>) {
  const writes = useFoundRows(view.writes).toSorted(
    (write, nextWrite) =>
      Number(write.closed !== undefined) - Number(nextWrite.closed !== undefined) || nextWrite.at - write.at,
  );
  return (
    <>
      <Head title="Writes" search="Search request, target, client" />
      <Table
        label="writes"
        rows={writes}
        keyOf={({ id }) => id}
        toneOf={({ closed }) => (closed === undefined ? '' : 'over')}
        columns={{
          Write: ({ target, resource, id }) => (
            <WithNote note={[`${resource}, request `, <code key="id">{id}</code>]}>
              <code>{target}</code>
            </WithNote>
          ),
          Client: ({ caller, name }) => <CallerLabel caller={caller} name={name} />,
          Problem: ({ problem, side }) => (
            <>
              {problem} <span class="soft">by {side}</span>
            </>
          ),
          'The read-back found': ({ found: finding = 'not known' }) => <State state={finding} />,
          When: ({ at }) => <Ago at={at} />,
          End: (write) => <End {...write} />,
        }}
        empty={
          <Empty title="No ambiguous writes">
            A write whose answer was lost, or a part of a bulk change that failed, is listed here until
            somebody closes it.
          </Empty>
        }
      />
    </>
  );
}
