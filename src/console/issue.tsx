import { ActionForm, Forms, REASON } from './actionForm';
import type { IssueView, PairRow, ScreenProps } from './consoleData';
import { IssueName } from './differences';
import {
  Ago,
  CallerLabel,
  countText,
  groupedCount,
  minuteText,
  partText,
  stateText,
  State,
  LinkTo,
  usePage,
} from './parts';
import { Empty, FactList, Head, type TableLabel, PlainList, WithNote, Table } from './tables';

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

function markOf({ differs, agreed }: PairRow): string {
  if (!differs) return '';
  return agreed ? 'agreed' : 'differs';
}

/** Shows three aligned columns: v1, v2 translated back, and v2's own value, with the difference marked. */
export const PairTable = ({ rows, label = 'pair' }: TableLabel & { readonly rows: readonly PairRow[] }) => (
  <Table
    label={label}
    look="pair"
    rows={rows}
    toneOf={markOf}
    columns={{
      Place: (row) => (
        <>
          <code>{row.at}</code>
          {row.differs && <span class="mark">{markOf(row)}</span>}
        </>
      ),
      v1: (row) => <Value text={row.v1} />,
      'v2, translated': (row) => <Value text={row.v2} />,
      'v2 itself': ({ raw, source }) => (
        <WithNote note={source}>
          <Value text={raw} />
        </WithNote>
      ),
      'Mapping line': ({ line }) => line !== undefined && <code>{line}</code>,
    }}
  />
);

/** Shows all facts of an issue. */
export function IssueFacts({ issue }: { readonly issue: IssueView }) {
  const { operation, resource, requests, of, line, again: repeated } = issue;
  const facts = {
    State: (
      <>
        <State state={issue.state} /> {stateText(issue.severity)}
        {issue.morePairs > 0 && `, ${groupedCount(issue.morePairs)} more looks until it is proven`}
      </>
    ),
    Where: (
      <>
        {operation} of{' '}
        <LinkTo kind="resource" id={resource}>
          {resource}
        </LinkTo>
      </>
    ),
    Share: `${groupedCount(requests)} of ${groupedCount(of)} requests (${partText(requests, of)})`,
    'Mapping line': line === undefined ? 'none makes it' : <code>{line}</code>,
    Rule: issue.relation,
    'v2 breaks its contract': issue.unfit,
    Callers: issue.callers.map((caller) => (
      <span key={caller.caller} class="item">
        <CallerLabel {...caller} /> {groupedCount(caller.requests)}
      </span>
    )),
    Seen: (
      <>
        first <Ago at={issue.first.at} />, latest <Ago at={issue.latest.at} />
      </>
    ),
    'Seen again':
      repeated && `resolved by ${repeated.by} (${repeated.reason}) at ${minuteText(repeated.at)} UTC`,
  };
  return (
    <section class="card">
      <FactList facts={facts} />
    </section>
  );
}

/** Shows all places in which the mapping line of an issue differs, if there are several. */
export function PlacesOf({ issue: { places } }: { readonly issue: IssueView }) {
  if (places.length < 2) return null;
  return (
    <section>
      <h2>All places that the line makes different</h2>
      <PlainList
        lines={places.map((issuePlace) => (
          <>
            <IssueName {...issuePlace} /> of {issuePlace.operation},{' '}
            {countText(issuePlace.requests, 'request')}
          </>
        ))}
      />
    </section>
  );
}

/** Tries other lines of the mapping on recorded answers of both sides. Puts nothing in force. */
function TryMapping({ view: { shown: shownEntry } }: ScreenProps<'issue'>) {
  const { issue, inForce } = shownEntry;
  const typed = usePage().notice?.typed;
  if (issue.line === undefined || inForce === undefined) return null;
  const { hash, text, pairs } = inForce;
  return (
    <ActionForm
      unfold="Try a mapping"
      open={typed !== undefined}
      action="differences/trial"
      given={{ line: issue.line, hash }}
      about={`What would other lines make of the ${countText(pairs, 'pair')} of answers that came while this page was open? Nothing is put in force.`}
      submit="Try it"
    >
      <label class="field">
        <span>
          <code>{issue.line}</code>
        </span>
        <textarea name="text" rows={8} cols={60} required maxLength={8_000} spellcheck={false}>
          {typed ?? text}
        </textarea>
      </label>
      <p class="soft">
        Right? Then change the file: the gateway checks it and reloads it. Longer, on a recording:{' '}
        <code>lifeboat record pairs.ndjson</code>,{' '}
        <code>lifeboat diff --mappings COPY --recording pairs.ndjson</code>
      </p>
    </ActionForm>
  );
}

function IssueForms({ view }: ScreenProps<'issue'>) {
  const { id, kind } = view.shown.issue;
  const { visitor = '' } = usePage();
  const settled = { given: { id }, returnTo: '/differences' };
  return (
    <Forms>
      <ActionForm
        {...settled}
        unfold="Resolve"
        action="differences/resolve"
        about="It is mended: what was seen so far counts no more."
        fields={[REASON]}
        submit="Resolve it"
      />
      {kind !== 'unavailable' && (
        <ActionForm
          {...settled}
          unfold="Agree"
          action="differences/agree"
          about="v2 may differ here: it counts as no difference until a day, and then again."
          fields={[
            REASON,
            { label: 'Owner', name: 'owner', required: true, maxLength: 100, defaultValue: visitor },
            { label: 'Until (UTC)', name: 'until', type: 'date', required: true },
          ]}
          submit="Agree to it"
        />
      )}
      <TryMapping view={view} />
    </Forms>
  );
}

/** Shows one difference: the facts, the smallest pair in three columns, and the possible actions. */
export function IssueScreen({ view }: ScreenProps<'issue'>) {
  const { issue, pair } = view.shown;
  return (
    <>
      <Head title={`${issue.kind} at ${issue.path === '' ? 'status' : issue.path}`}>
        <a href="/differences">All differences</a>
      </Head>
      <IssueFacts issue={issue} />
      <IssueForms view={view} />
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
