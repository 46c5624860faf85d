import { ActionForm, FormField, Unfold } from './actionForm';
import type { Page, ScreenProps, ViewOf } from './consoleData';
import { Ago, Badge, CallerLabel, Empty, Head, isFound, Search, Table } from './parts';

type Write = ViewOf<'writes'>['writes'][number];

function End({ write, page }: { readonly write: Write; readonly page: Page }) {
  const { id, closed } = write;
  if (closed !== undefined) {
    return (
      <>
        closed by {closed.by}: {closed.note}
      </>
    );
  }
  if (page.mayChange !== 'yes') return <>open</>;
  return (
    <Unfold label="Close">
      <ActionForm page={page} action="writes/close" given={{ id }}>
        <FormField label="What you found" name="reason" required maxLength={500} />
        <button type="submit">Close it</button>
      </ActionForm>
    </Unfold>
  );
}

function Row({ write, page }: { readonly write: Write; readonly page: Page }) {
  return (
    <tr class={write.closed === undefined ? '' : 'over'}>
      <td>
        <code>{write.target}</code>
        <div class="soft">
          {write.resource}, request <code>{write.id}</code>
        </div>
      </td>
      <td>
        <CallerLabel caller={write.caller} name={write.name} />
      </td>
      <td>
        {write.problem} <span class="soft">by {write.side}</span>
      </td>
      <td>
        {write.found === undefined ? (
          <Badge tone="open">not known</Badge>
        ) : (
          <Badge tone={write.found === 'executed' ? 'good' : ''}>{write.found}</Badge>
        )}
      </td>
      <td class="soft">
        <Ago at={write.at} page={page} />
      </td>
      <td>
        <End write={write} page={page} />
      </td>
    </tr>
  );
}

/** Shows the writes that may have been executed, the open ones first. */
export function WritesScreen({ view, page }: ScreenProps<'writes'>) {
  const writes = view.writes
    .filter(({ id, target, resource, caller, name, problem }) =>
      isFound(page.path, id, target, resource, caller, name, problem),
    )
    .toSorted(
      (write, nextWrite) =>
        Number(write.closed !== undefined) - Number(nextWrite.closed !== undefined) ||
        nextWrite.at - write.at,
    );
  return (
    <>
      <Head title="Writes">
        <Search path={page.path} label="Search request, target, client" />
      </Head>
      {writes.length === 0 ? (
        <Empty title="No ambiguous writes">
          A write whose answer was lost, or a part of a bulk change that failed, is listed here until somebody
          closes it.
        </Empty>
      ) : (
        <Table label="writes" columns={['Write', 'Client', 'Problem', 'The read-back found', 'When', 'End']}>
          {writes.map((write) => (
            <Row key={write.id} write={write} page={page} />
          ))}
        </Table>
      )}
    </>
  );
}
