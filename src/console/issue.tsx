import { ActionForm, FormField, ReasonField, Unfold, WhyNot } from './actionForm';
import type { IssueView, Page, PairRow, ScreenProps } from './consoleData';
import {
  Ago,
  CallerLabel,
  minuteText,
  groupedCount,
  Empty,
  Head,
  partText,
  severityText,
  State,
  To,
  Table,
} from './parts';

/** Most characters of one value: a longer one is cut, because it helps nobody and would delay the page. */
const MAX_VALUE_LENGTH = 400;

/** Shows a value as text, and makes characters visible that would change the order of reading. */
function Value({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return <span class="soft">absent</span>;
  const plain = text.replace(
    // eslint-disable-next-line no-control-regex -- these are the characters to show
    /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const isLong = plain.length > MAX_VALUE_LENGTH;
  return (
    <code dir="ltr">
      {isLong ? `${plain.slice(0, MAX_VALUE_LENGTH)}…` : plain}
      {isLong && <span class="soft"> ({groupedCount(plain.length)} characters)</span>}
    </code>
  );
}

const markOf = ({ differs, agreed }: PairRow): string => (differs ? (agreed ? 'agreed' : 'differs') : '');

/** Shows three aligned columns: v1, v2 translated back, and v2's own value, with the difference marked. */
export function PairTable({
  rows,
  label = 'pair',
}: {
  readonly rows: readonly PairRow[];
  readonly label?: string;
}) {
  return (
    <Table label={label} look="pair" columns={['Place', 'v1', 'v2, translated', 'v2 itself', 'Mapping line']}>
      {rows.map((row) => (
        <tr key={row.at} class={markOf(row)}>
          <th scope="row">
            <code>{row.at}</code>
            {row.differs && <span class="mark">{row.agreed ? 'agreed' : 'differs'}</span>}
          </th>
          <td>
            <Value text={row.v1} />
          </td>
          <td>
            <Value text={row.v2} />
          </td>
          <td>
            <Value text={row.raw} />
            {row.source !== undefined && <div class="soft">{row.source}</div>}
          </td>
          <td>{row.line !== undefined && <code>{row.line}</code>}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Shows all facts of an issue. */
export function IssueFacts({ issue, page }: { readonly issue: IssueView; readonly page: Pick<Page, 'at'> }) {
  const {
    operation,
    resource,
    requests,
    of,
    severity,
    state,
    line,
    relation,
    unfit,
    again: repeated,
  } = issue;
  return (
    <section class="card">
      <dl class="facts">
        <dt>State</dt>
        <dd>
          <State state={state} /> {severityText(severity)}
          {issue.morePairs > 0 && `, ${groupedCount(issue.morePairs)} more looks until it is proven`}
        </dd>
        <dt>Where</dt>
        <dd>
          {operation} of{' '}
          <To kind="resource" id={resource}>
            {resource}
          </To>
        </dd>
        <dt>Share</dt>
        <dd>
          {groupedCount(requests)} of {groupedCount(of)} requests ({partText(requests, of)})
        </dd>
        <dt>Mapping line</dt>
        <dd>{line === undefined ? 'none makes it' : <code>{line}</code>}</dd>
        {relation !== undefined && <dt>Rule</dt>}
        {relation !== undefined && <dd>{relation}</dd>}
        {unfit !== undefined && <dt>v2 breaks its contract</dt>}
        {unfit !== undefined && <dd>{unfit}</dd>}
        <dt>Callers</dt>
        <dd>
          {issue.callers.map((caller) => (
            <span key={caller.caller} class="item">
              <CallerLabel {...caller} /> {groupedCount(caller.requests)}
            </span>
          ))}
        </dd>
        <dt>Seen</dt>
        <dd>
          first <Ago at={issue.first.at} page={page} />, latest <Ago at={issue.latest.at} page={page} />
        </dd>
        {repeated !== undefined && <dt>Seen again</dt>}
        {repeated !== undefined && (
          <dd>
            resolved by {repeated.by} ({repeated.reason}) at {minuteText(repeated.at)} UTC
          </dd>
        )}
      </dl>
    </section>
  );
}

/** Shows all places in which the mapping line of an issue differs, if there are several. */
export function PlacesOf({ issue: { places } }: { readonly issue: IssueView }) {
  if (places.length < 2) return null;
  return (
    <section>
      <h2>All places that the line makes different</h2>
      <ul class="plain">
        {places.map(({ operation, path, kind, requests }) => (
          <li key={`${operation} ${path} ${kind}`}>
            {kind} at <code>{path}</code> of {operation}, {groupedCount(requests)} requests
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Tries other lines of the mapping on recorded answers of both sides; puts nothing in force. */
function TryMapping({ view: { shown: shownEntry }, page }: ScreenProps<'issue'>) {
  const { issue, inForce } = shownEntry;
  if (issue.line === undefined || inForce === undefined) return null;
  const { hash, text, pairs } = inForce;
  const typed = page.notice?.typed;
  return (
    <Unfold label="Try a mapping" open={typed !== undefined}>
      <ActionForm page={page} action="differences/trial" given={{ line: issue.line, hash }}>
        <p>
          What would other lines make of the {groupedCount(pairs)} {pairs === 1 ? 'pair' : 'pairs'} of answers
          that came while this page was open? Nothing is put in force.
        </p>
        <label class="field">
          <span>
            <code>{issue.line}</code>
          </span>
          <textarea name="text" rows={8} cols={60} required maxLength={8_000} spellcheck={false}>
            {typed ?? text}
          </textarea>
        </label>
        <button type="submit">Try it</button>
        <p class="soft">
          Right? Then change the file: the gateway checks it and reloads it. Longer, on a recording:{' '}
          <code>lifeboat record pairs.ndjson</code>,{' '}
          <code>lifeboat diff --mappings COPY --recording pairs.ndjson</code>
        </p>
      </ActionForm>
    </Unfold>
  );
}

function IssueActions({ view, page }: ScreenProps<'issue'>) {
  const { issue } = view.shown;
  if (page.mayChange !== 'yes') return <WhyNot page={page} />;
  return (
    <div class="actions">
      <Unfold label="Resolve">
        <ActionForm page={page} action="differences/resolve" given={{ id: issue.id }} returnTo="/differences">
          <p>It is mended: what was seen so far counts no more.</p>
          <ReasonField />
          <button type="submit">Resolve it</button>
        </ActionForm>
      </Unfold>
      {issue.kind !== 'unavailable' && (
        <Unfold label="Agree">
          <ActionForm page={page} action="differences/agree" given={{ id: issue.id }} returnTo="/differences">
            <p>v2 may differ here: it counts as no difference until a day, and then again.</p>
            <ReasonField />
            <FormField
              label="Owner"
              name="owner"
              required
              maxLength={100}
              defaultValue={page.visitor ?? ''}
            />
            <FormField label="Until (UTC)" name="until" type="date" required />
            <button type="submit">Agree to it</button>
          </ActionForm>
        </Unfold>
      )}
      <TryMapping view={view} page={page} />
    </div>
  );
}

/** Shows one difference: the facts, the smallest pair in three columns, and the possible actions. */
export function IssueScreen({ view, page }: ScreenProps<'issue'>) {
  const { issue, pair } = view.shown;
  return (
    <>
      <Head title={`${issue.kind} at ${issue.path === '' ? 'status' : issue.path}`}>
        <a href="/differences">All differences</a>
      </Head>
      <IssueFacts issue={issue} page={page} />
      <IssueActions view={view} page={page} />
      {pair === undefined ? (
        <Empty title="No pair is kept">
          The sample has gone; the next request that differs brings another.
        </Empty>
      ) : (
        <section>
          <h2>
            The smallest pair{' '}
            <span class="soft">
              secrets are masked, and so is every value whose path <code>comparison.values</code> does not
              name
            </span>
          </h2>
          <PairTable rows={pair.rows} />
        </section>
      )}
      <PlacesOf issue={issue} />
    </>
  );
}
