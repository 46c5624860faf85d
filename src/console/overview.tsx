import { ActionForm, Unfold } from './actionForm';
import type { Page, ResourceView, ScreenProps } from './consoleData';
import { Actions, GateList, Kill } from './stageActions';
import {
  Ago,
  Badge,
  CallerLabel,
  groupedCount,
  Empty,
  Head,
  latencyText,
  minuteText,
  partText,
  spanText,
} from './parts';
import { Tiles, TrafficCharts } from './trafficCharts';

const STAGES = ['v1', 'shadow', 'canary', 'v2', 'gone'] as const;

/** Shows the way from v1 to the end, with the present stage marked. */
function Track({ resource: { stage, killed, resource } }: { readonly resource: ResourceView }) {
  const at = STAGES.findIndex((name) => stage.startsWith(name));
  return (
    <ol class={`track ${killed ? 'killed' : ''}`} aria-label={`${resource} is at ${stage}`}>
      {STAGES.map((name, index) => (
        <li
          key={name}
          class={index < at ? 'done' : index === at ? 'now' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <span>{index === at ? stage : name}</span>
        </li>
      ))}
    </ol>
  );
}

const sides = ['v1', 'v2'] as const;

/** Shows requests, errors and latency of both sides, the share of v2 among callers, and the number of comparisons. */
function Figures({ resource: { traffic, callers, evidence } }: { readonly resource: ResourceView }) {
  return (
    <dl class="figures">
      {sides.map((side) => {
        const { requests, errors, p95 } = traffic.hour[side];
        return (
          <div key={side}>
            <dt>{side}, last hour</dt>
            <dd>
              <b>{groupedCount(requests)}</b>
              <span class={errors > 0 ? 'bad' : 'soft'}>
                {groupedCount(errors)} failed{' '}
                {partText(errors, requests) && `(${partText(errors, requests)})`}
              </span>
              <span class="soft">p95 {latencyText(p95)}</span>
            </dd>
          </div>
        );
      })}
      <div>
        <dt>callers by side</dt>
        <dd>
          <b>
            {groupedCount(callers.v1)} v1 · {groupedCount(callers.v2)} v2
          </b>
        </dd>
      </div>
      <div>
        <dt>compared</dt>
        <dd>
          <b>{groupedCount(evidence.compared)}</b>
          <span class={evidence.differing > 0 ? 'bad' : 'soft'}>
            <a href="/differences">{groupedCount(evidence.differing)} differ</a>{' '}
            {evidence.differing > 0 && `(${partText(evidence.differing, evidence.compared)})`}
          </span>
        </dd>
      </div>
    </dl>
  );
}

/** Shows the states of a resource that a person has to know at once. */
function States({ resource }: { readonly resource: ResourceView }) {
  return (
    <>
      {resource.killed && <Badge tone="bad">killed: v1 answers everybody</Badge>}
      {resource.breaker !== 'closed' && <Badge tone="bad">breaker {resource.breaker}</Badge>}
      {resource.held !== undefined && <Badge tone="open">held: {resource.held}</Badge>}
      {Object.entries(resource.pins).map(([caller, side]) => (
        <span key={caller}>
          <CallerLabel caller={caller} name={resource.names[caller]} />{' '}
          <Badge tone="">pinned to {side}</Badge>
        </span>
      ))}
    </>
  );
}

function Sunset({ sunset, page }: { readonly sunset: string | undefined; readonly page: Page }) {
  if (sunset === undefined) return null;
  const remaining = Date.parse(sunset) - page.at;
  return <span class="soft">{remaining > 0 ? `v1 ends in ${spanText(remaining)}` : 'v1 has ended'}</span>;
}

function Resource({ resource, page }: { readonly resource: ResourceView; readonly page: Page }) {
  const { since, by } = resource;
  return (
    <article class="card resource" id={resource.resource} aria-label={resource.resource}>
      <header>
        <h2>{resource.resource}</h2>
        <p class="soft">
          {since === undefined ? (
            'never moved'
          ) : (
            <>
              moved <Ago at={since} page={page} />
              {by !== undefined && ` by ${by}`}
            </>
          )}
        </p>
        <Sunset sunset={resource.sunset} page={page} />
        <States resource={resource} />
      </header>
      <div class="where">
        <Track resource={resource} />
        <p class="answers">
          Everybody outside pins and canary gets <b>{resource.answers}</b>
        </p>
        <Figures resource={resource} />
      </div>
      <div class="whether">
        <GateList resource={resource} />
        <Actions resource={resource} page={page} />
      </div>
    </article>
  );
}

/** Shows the moves forward that wait for a second person, each with a button for all visitors but the asker. */
function Requests({ view: { requests }, page }: ScreenProps<'overview'>) {
  if (requests.length === 0) return null;
  return (
    <section class="banner open" id="waiting" aria-label="waiting for a second person">
      <h2>Waiting for a second person</h2>
      <ul>
        {requests.map(({ id, resource, from, to, actor, reason, until }) => (
          <li key={id}>
            <b>{resource}</b> from {from} to {to}, asked for by {actor}: {reason}{' '}
            <span class="soft">until {minuteText(until)} UTC</span>
            {page.mayChange === 'yes' && page.visitor !== actor && (
              <div class="remedies">
                <ActionForm page={page} action="stages/approve" given={{ id }}>
                  <button class="primary" type="submit">
                    Approve
                  </button>
                </ActionForm>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * Disturbs the embedded marketplace, to see what the page shows then; shows nothing if a real one is behind the
 * gateway.
 */
function SandboxFaults({ view: { faults }, page }: ScreenProps<'overview'>) {
  if (faults === undefined || page.mayChange !== 'yes') return null;
  const { kinds, planted } = faults;
  return (
    <div class="actions" role="group" aria-label="embedded marketplace">
      <Unfold label="Plant a fault">
        <ActionForm page={page} action="faults/set" given={{}}>
          {kinds.map(({ kind, text }) => (
            <button key={kind} type="submit" name="kind" value={kind}>
              {text}
            </button>
          ))}
        </ActionForm>
      </Unfold>
      {planted.length > 0 && (
        <ActionForm page={page} action="faults/set" given={{}}>
          <button type="submit">Remove all faults</button>
        </ActionForm>
      )}
      <span class="soft">
        The embedded marketplace{' '}
        {planted.length === 0 ? 'answers well.' : `is disturbed: ${planted.join('; ')}.`}
      </span>
    </div>
  );
}

/** Weighs the troubles of a resource: whatever hurts clients counts more than any number of warnings. */
const badness = ({ killed, breaker, alarms }: ResourceView): number =>
  (killed || breaker !== 'closed' ? 1_000 : 0) +
  alarms.reduce((sum, { severity }) => sum + (severity === 'critical' ? 1_000 : 1), 0);

/** Shows the stage of each resource, its gate, and the way back. */
export function OverviewScreen({ view, page }: ScreenProps<'overview'>) {
  const { stages, traffic } = view;
  const resources = stages.toSorted((leftRow, right) => badness(right) - badness(leftRow));
  return (
    <>
      <Head title="Overview" />
      {page.mayChange === 'yes' && resources.some(({ killed }) => !killed) && (
        <div class="actions" role="group" aria-label="all resources">
          <Kill resource="*" page={page} />
        </div>
      )}
      <Requests view={view} page={page} />
      <Tiles resources={resources} />
      <TrafficCharts traffic={traffic.points} moves={traffic.moves} at={page.at} />
      <SandboxFaults view={view} page={page} />
      {resources.length === 0 && <Empty title="No resources">The mappings name none.</Empty>}
      {resources.map((resource) => (
        <Resource key={resource.resource} resource={resource} page={page} />
      ))}
    </>
  );
}
