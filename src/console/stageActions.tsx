import { confirmBy, ActionForm, Forms, REASON } from './actionForm';
import type { ResourceProps, ResourceView } from './consoleData';
import { Badge } from './parts';

type GateView = NonNullable<ResourceView['gate']>;

/** Kills one resource, or all (`*`). */
export function Kill({ resource }: { readonly resource: string }) {
  const name = resource === '*' ? 'all' : resource;
  return (
    <ActionForm
      unfold={resource === '*' ? 'Kill all' : 'Kill'}
      tone="danger"
      action="stages/kill"
      given={{ resource }}
      about="Sends every request to v1, now, until it is released."
      fields={[REASON, { ...confirmBy(name), pattern: name }]}
      submit={`Kill ${name}`}
    />
  );
}

function Advance({ name, gate: { to, verdict } }: { readonly name: string; readonly gate: GateView }) {
  const isReady = verdict === 'ready';
  return (
    <ActionForm
      unfold={`Advance to ${to}`}
      tone={isReady ? 'primary' : ''}
      action="stages/move"
      given={{ resource: name }}
      fields={[
        {
          label: 'Stage',
          name: 'to',
          defaultValue: to,
          required: true,
          title: 'shadow, canary 5%, v2 or gone',
        },
        REASON,
        ...(to === 'gone' ? [{ ...confirmBy(name), pattern: name }] : []),
      ]}
      force={!isReady && 'Move although the gate is not passed; the log records it'}
      submit={`Advance ${name}`}
    />
  );
}

/** Shows the actions on a resource. The way back is one click, because it must never wait for a reason. */
export function StageForms({ resource: { resource, gate, back, held: hold, killed } }: ResourceProps) {
  const ofResource = { resource };
  return (
    <Forms>
      {gate !== undefined && <Advance name={resource} gate={gate} />}
      {back !== undefined && (
        <ActionForm
          action="stages/move"
          given={{ resource, to: back, reason: 'moved back in the console' }}
          submit={`Back to ${back}`}
        />
      )}
      {hold === undefined && !killed && (
        <ActionForm
          unfold="Hold"
          action="stages/hold"
          given={ofResource}
          about="No move forward until it is released."
          fields={[REASON]}
          submit={`Hold ${resource}`}
        />
      )}
      {(hold !== undefined || killed) && (
        <ActionForm
          unfold="Release"
          action="stages/release"
          given={ofResource}
          about={killed ? 'Ends the kill: its stage answers again, if the gate allows it.' : 'Ends the hold.'}
          fields={[REASON]}
          force={killed && 'Release although the gate is not passed'}
          submit={`Release ${resource}`}
        />
      )}
      {!killed && <Kill resource={resource} />}
    </Forms>
  );
}

/** Words and colours of the gate's verdicts. */
const verdicts: Readonly<Record<string, readonly [tone: string, text: string]>> = {
  ready: ['good', 'ready'],
  notReady: ['open', 'waiting'],
  undecided: ['open', 'undecided: more traffic is needed'],
  failing: ['bad', 'failing'],
};

const marks: Readonly<Record<string, string>> = { passed: '✓', waiting: '…', undecided: '?', failing: '×' };

const Conditions = ({ conditions }: Pick<GateView, 'conditions'>) => (
  <ul class="checks">
    {conditions.map(({ name, outlook, sentence }) => (
      <li key={name} class={outlook}>
        <span aria-hidden="true">{marks[outlook] ?? '·'}</span>
        <span>
          <b>
            {name}, {outlook}:
          </b>{' '}
          {sentence}
        </span>
      </li>
    ))}
  </ul>
);

/** Shows the gate as a checklist: missing conditions are open, passed ones are folded. */
export function GateList({ resource: { gate, next } }: ResourceProps) {
  if (gate === undefined) return <p class="soft">There is no further stage.</p>;
  const passedConditions = gate.conditions.filter(({ outlook }) => outlook === 'passed');
  const missingConditions = gate.conditions.filter(({ outlook }) => outlook !== 'passed');
  const [tone, text] = verdicts[gate.verdict] ?? ['open', gate.verdict];
  return (
    <section class="gate">
      <h3>
        To {gate.to} <Badge tone={tone}>{text}</Badge>
        <span class="soft">
          {passedConditions.length} of {gate.conditions.length} conditions have passed
        </span>
      </h3>
      <Conditions conditions={missingConditions} />
      {passedConditions.length > 0 && (
        <details class="passed">
          <summary>{passedConditions.length} passed</summary>
          <Conditions conditions={passedConditions} />
        </details>
      )}
      {next !== undefined && (
        <p class="soft">
          Plan: {next.step}
          {next.waits.length === 0 ? ', due' : `; waits for ${next.waits.join('; ')}`}
        </p>
      )}
    </section>
  );
}
