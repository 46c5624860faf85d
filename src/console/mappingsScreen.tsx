import type { ScreenProps, ViewOf } from './consoleData';
import { Ago, Badge, groupedCount, State, toneOf } from './parts';
import { Empty, Head, PlainList, WithNote, Table, useFoundRows } from './tables';

type Mapped = ViewOf<'mappings'>['mapped'];

function Fields({ resource, attributes }: Mapped['ledgers'][number]) {
  const rows = useFoundRows(attributes.map((attribute) => ({ resource, ...attribute })));
  if (rows.length === 0) return null;
  const classes = [...new Set(attributes.map((attribute) => attribute.class))];
  return (
    <section>
      <h2>
        {resource}{' '}
        {classes.map((name) => (
          <Badge key={name} tone={toneOf(name)}>
            {attributes.filter((attribute) => attribute.class === name).length} {name}
          </Badge>
        ))}
      </h2>
      <Table
        label={`fields of ${resource}`}
        rows={rows}
        columns={{
          'v1 field': ({ attribute }) => <code>{attribute}</code>,
          'v2 field': ({ source }) =>
            source === undefined ? <span class="soft">none</span> : <code>{source}</code>,
          How: ({ class: name, codec }) => (
            <>
              <State state={name} /> <span class="soft">{codec}</span>
            </>
          ),
          Reason: ({ reason }) => reason,
          Line: ({ place: location }) => <code>{location}</code>,
        }}
      />
    </section>
  );
}

function Drift({ findings, since }: ViewOf<'mappings'>['drift']) {
  if (findings.length === 0)
    return (
      <p>
        <Badge tone="good">no drift</Badge>{' '}
        <span class="soft">
          v2 has kept the shapes of its contract since the start, <Ago at={since} />.
        </span>
      </p>
    );
  return (
    <Table
      label="drift"
      heading="Drift of v2"
      rows={findings}
      numericColumns={['Times']}
      columns={{
        Where: ({ path, endpoint }) => (
          <WithNote note={endpoint}>
            <code>{path}</code>
          </WithNote>
        ),
        Kind: ({ kind }) => kind,
        Found: ({ found: form }) => <code>{form}</code>,
        Expected: ({ expected }) => <code>{expected}</code>,
        'Clients get': ({ effect }) => effect,
        Times: ({ count }) => count,
      }}
    />
  );
}

/** Shows the result of the check of the files. */
function Files({ files }: Pick<Mapped, 'files'>) {
  if (files.kind === 'checking')
    return <p class="soft">The files are being checked, and their fixtures are played.</p>;
  const isPassed = files.kind === 'passed';
  return (
    <section>
      <p>
        <Badge tone={isPassed ? 'good' : 'bad'}>
          {isPassed ? `${groupedCount(files.fixtures)} fixtures pass` : 'refused'}
        </Badge>{' '}
        {isPassed ? 'in the files as they are on the disk' : 'The files on the disk are not in force:'}
      </p>
      {!isPassed && (
        <PlainList
          lines={files.reasons.map((reason) => (
            <code key={reason}>{reason}</code>
          ))}
        />
      )}
    </section>
  );
}

/** Shows the ledger of every field, the state of the files, the drift of v2, and the documents. */
export const MappingsScreen = ({ view: { mapped, drift } }: ScreenProps<'mappings'>) => (
  <>
    <Head title="Mappings" search="Search field, conversion, reason" />
    <p>
      <span class="soft">
        In force: <code>{mapped.hash}</code>
      </span>{' '}
      · <a href="/guide">Migration guide</a> · <a href="/openapi.json">OpenAPI</a> ·{' '}
      <a href="/ledger">Ledger as JSON</a>
    </p>
    <Files files={mapped.files} />
    <Drift {...drift} />
    {mapped.ledgers.length === 0 && <Empty title="No mappings">The folder holds none.</Empty>}
    {mapped.ledgers.map((ledger) => (
      <Fields key={ledger.resource} {...ledger} />
    ))}
  </>
);
