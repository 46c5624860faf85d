import type { RenderableProps } from 'preact';
import { ActionForm } from './actionForm';
import type { ResourceProps, ResourceView, ScreenProps } from './consoleData';
import { GateList, Kill, StageForms } from './stageActions';
import { Ago, Badge, CallerLabel, groupedCount, minuteText, partText, spanText, usePage } from './parts';
import { Empty, Head } from './tables';
import { Tiles, TrafficCharts } from './trafficCharts';

const STAGES = ['v1', 'shadow', 'canary', 'v2', 'gone'] as const;

/** Shows the way from v1 to the end, with the present stage marked. */
function Track({ resource: { stage, killed, resource } }: ResourceProps) {
  const stageIndex = STAGES.findIndex((name) => stage.startsWith(name));
  return (
    <ol class={`track ${killed ? 'killed' : ''}`} aria-label={`${resource} is at ${stage}`}>
      {STAGES.map((name, index) => (
        <li
          key={name}
          class={['done', 'now', ''][1 + Math.sign(index - stageIndex)]}
          aria-current={index === stageIndex ? 'step' : undefined}
        >
          <span>{index === stageIndex ? stage : name}</span>
        </li>
      ))}
    </ol>
  );
}

/** Renders a latency in ms. */
function latencyText(ms: number | undefined): string {
  if (ms === undefined) return '–';
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

const Figure = ({ name, value, children }: RenderableProps<Readonly<Record<'name' | 'value', string>>>) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{value}</b>
      {children}
    </dd>
  </div>
);

/** Shows requests, errors and latency of both sides, the share of v2 among callers, and the number of comparisons. */
function Figures({ resource: { traffic, callers, evidence } }: ResourceProps) {
  const { compared, differing } = evidence;
  return (
    <dl class="figures">
      {(['v1', 'v2'] as const).map((side) => {
        const { requests, errors, p95 } = traffic.hour[side];
        return (
          <Figure key={side} name={`${side}, last hour`} value={groupedCount(requests)}>
            <span class={errors > 0 ? 'bad' : 'soft'}>
              {groupedCount(errors)} failed {partText(errors, requests) && `(${partText(errors, requests)})`}
            </span>
            <span class="soft">p95 {latencyText(p95)}</span>
          </Figure>
        );
      })}
      <Figure
        name="callers by side"
        value={`${groupedCount(callers.v1)} v1 · ${groupedCount(callers.v2)} v2`}
      />
      <Figure name="compared" value={groupedCount(compared)}>
        <span class={differing > 0 ? 'bad' : 'soft'}>
          <a href="/differences">{groupedCount(differing)} differ</a>{' '}
          {differing > 0 && `(${partText(differing, compared)})`}
        </span>
      </Figure>
    </dl>
  );
}

function Sunset({ at }: { readonly at: string }) {
  const remaining = Date.parse(at) - usePage().at;
  return <span class="soft">{remaining > 0 ? `v1 ends in ${spanText(remaining)}` : 'v1 has ended'}</span>;
}

/** Shows what a person has to know of a resource at once. */
function Heading({ resource }: ResourceProps) {
  const { since, by, sunset } = resource;
  return (
    <header>
      <h2>{resource.resource}</h2>
      <p class="soft">
        {since === undefined ? 'never moved' : ['moved ', <Ago key="since" at={since} />]}
        {by !== undefined && ` by ${by}`}
      </p>
      {sunset !== undefined && <Sunset at={sunset} />}
      {resource.killed && <Badge tone="bad">killed: v1 answers everybody</Badge>}
      {resource.breaker !== 'closed' && <Badge tone="bad">breaker {resource.breaker}</Badge>}
      {resource.held !== undefined && <Badge tone="open">held: {resource.held}</Badge>}
      {Object.entries(resource.pins).map(([caller, side]) => (
        <span key={caller}>
          <CallerLabel caller={caller} name={resource.names[caller]} /> <Badge>pinned to {side}</Badge>
        </span>
      ))}
    </header>
  );
}

const Resource = ({ resource }: ResourceProps) => (
  <article class="card resource" id={resource.resource} aria-label={resource.resource}>
    <Heading resource={resource} />
    <div class="where">
      <Track resource={resource} />
      <p class="answers">
        Everybody outside pins and canary gets <b>{resource.answers}</b>
      </p>
      <Figures resource={resource} />
    </div>
    <div class="whether">
      <GateList resource={resource} />
      <StageForms resource={resource} />
    </div>
  </article>
);

/** Shows the changes that wait for a second person, each with a button for all visitors but the asker. */
function Requests({ view: { requests } }: ScreenProps<'overview'>) {
  const { visitor } = usePage();
  if (requests.length === 0) return null;
  return (
    <section class="banner open" id="waiting" aria-label="waiting for a second person">
      <h2>Waiting for a second person</h2>
      <ul>
        {requests.map(({ id, resource, from, to, actor, reason, until }) => (
          <li key={id}>
            <b>{resource === '*' ? 'v1' : resource}</b> {resource !== '*' && `from ${from} `}to {to}, asked
            for by {actor}: {reason} <span class="soft">until {minuteText(until)} UTC</span>
            {visitor !== actor && (
              <div class="remedies">
                <ActionForm action="stages/approve" given={{ id }} tone="primary" submit="Approve" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Disturbs the embedded marketplace, to see what the page shows then. */
function SandboxFaults({ kinds, planted }: NonNullable<ScreenProps<'overview'>['view']['faults']>) {
  const values = Object.fromEntries(kinds.map(({ kind, text }) => [kind, text]));
  return (
    <div class="actions" role="group" aria-label="embedded marketplace">
      <ActionForm unfold="Plant a fault" action="faults/set" submit={{ name: 'kind', values }} />
      {planted.length > 0 && <ActionForm action="faults/set" submit="Remove all faults" />}
      <span class="soft">
        The embedded marketplace{' '}
        {planted.length === 0 ? 'answers well.' : `is disturbed: ${planted.join('; ')}.`}
      </span>
    </div>
  );
}

/** Weighs the troubles of a resource: whatever hurts clients counts more than any number of warnings. */
const troubleWeight = ({ killed, breaker, alarms }: ResourceView): number =>
  (killed || breaker !== 'closed' ? 1_000 : 0) +
  alarms.reduce((sum, { severity }) => sum + (severity === 'critical' ? 1_000 : 1), 0);

/** Shows the stage of each resource, its gate, and the way back. */
export function OverviewScreen({ view }: ScreenProps<'overview'>) {
  const { mayChange } = usePage();
  const { stages, traffic, faults } = view;
  const resources = stages.toSorted((leftRow, right) => troubleWeight(right) - troubleWeight(leftRow));
  return (
    <>
      <Head title="Overview" />
      {mayChange === 'yes' && resources.some(({ killed }) => !killed) && (
        <div class="actions" role="group" aria-label="all resources">
          <Kill resource="*" />
        </div>
      )}
      <Requests view={view} />
      <Tiles resources={resources} />
      <TrafficCharts {...traffic} />
      {mayChange === 'yes' && faults !== undefined && <SandboxFaults {...faults} />}
      {resources.length === 0 && <Empty title="No resources">The mappings name none.</Empty>}
      {resources.map((resource) => (
        <Resource key={resource.resource} resource={resource} />
      ))}
    </>
  );
}
