import type { Page, ScreenProps, ViewOf } from './consoleData';
import { Ago, Badge, groupedCount, Empty, Head, isFound, Search, Table } from './parts';

type Mapped = ViewOf<'mappings'>['mapped'];

const tones: Readonly<Record<string, string>> = { exact: 'good', guessed: 'open', synthesized: 'bad' };

function Ledger({
  ledger: { resource, attributes },
  page,
}: {
  readonly ledger: Mapped['ledgers'][number];
  readonly page: Page;
}) {
  const rows = attributes.filter(({ attribute, source, codec, reason }) =>
    isFound(page.path, resource, attribute, source, codec, reason),
  );
  if (rows.length === 0) return null;
  const classes = [...new Set(attributes.map((attribute) => attribute.class))];
  return (
    <section>
      <h2>
        {resource}{' '}
        {classes.map((name) => (
          <Badge key={name} tone={tones[name] ?? ''}>
            {attributes.filter((attribute) => attribute.class === name).length} {name}
          </Badge>
        ))}
      </h2>
      <Table label={`fields of ${resource}`} columns={['v1 field', 'v2 field', 'How', 'Reason', 'Line']}>
        {rows.map(({ attribute, class: name, source, codec, reason, place: location }) => (
          <tr key={attribute}>
            <td>
              <code>{attribute}</code>
            </td>
            <td>{source === undefined ? <span class="soft">none</span> : <code>{source}</code>}</td>
            <td>
              <Badge tone={tones[name] ?? ''}>{name}</Badge> <span class="soft">{codec}</span>
            </td>
            <td>{reason}</td>
            <td>
              <code>{location}</code>
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function Drift({ view, page }: ScreenProps<'mappings'>) {
  const { findings, since } = view.drift;
  if (findings.length === 0) {
    return (
      <p>
        <Badge tone="good">no drift</Badge>{' '}
        <span class="soft">
          v2 has kept the shapes of its contract since the start, <Ago at={since} page={page} />.
        </span>
      </p>
    );
  }
  return (
    <section>
      <h2>Drift of v2</h2>
      <Table
        label="drift"
        columns={['Where', 'Kind', 'Found', 'Expected', 'Clients get', 'Times']}
        numbers={['Times']}
      >
        {findings.map((entry) => (
          <tr key={`${entry.endpoint} ${entry.path} ${entry.kind} ${entry.found}`}>
            <td>
              <code>{entry.path}</code>
              <div class="soft">{entry.endpoint}</div>
            </td>
            <td>{entry.kind}</td>
            <td>
              <code>{entry.found}</code>
            </td>
            <td>
              <code>{entry.expected}</code>
            </td>
            <td>{entry.effect}</td>
            <td class="number">{groupedCount(entry.count)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** Shows the result of the check of the files. */
function Files({ files }: Pick<Mapped, 'files'>) {
  if (files.kind === 'checking')
    return <p class="soft">The files are being checked, and their fixtures are played.</p>;
  if (files.kind === 'passed')
    return (
      <p>
        <Badge tone="good">{groupedCount(files.fixtures)} fixtures pass</Badge>{' '}
        <span class="soft">in the files as they are on the disk</span>
      </p>
    );
  return (
    <section>
      <p>
        <Badge tone="bad">refused</Badge> The files on the disk are not in force:
      </p>
      <ul class="plain">
        {files.reasons.map((reason) => (
          <li key={reason}>
            <code>{reason}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows the ledger of every field, the state of the files, the drift of v2, and the documents. */
export function MappingsScreen({ view, page }: ScreenProps<'mappings'>) {
  const { hash, files, ledgers } = view.mapped;
  return (
    <>
      <Head title="Mappings">
        <Search path={page.path} label="Search field, conversion, reason" />
      </Head>
      <p>
        <span class="soft">
          In force: <code>{hash}</code>
        </span>{' '}
        · <a href="/guide">Migration guide</a> · <a href="/openapi.json">OpenAPI</a> ·{' '}
        <a href="/ledger">Ledger as JSON</a>
      </p>
      <Files files={files} />
      <Drift view={view} page={page} />
      {ledgers.length === 0 && <Empty title="No mappings">The folder holds none.</Empty>}
      {ledgers.map((ledger) => (
        <Ledger key={ledger.resource} ledger={ledger} page={page} />
      ))}
    </>
  );
}
