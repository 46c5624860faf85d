import { ActionForm, Force, FormField, ReasonField, Unfold, WhyNot } from './actionForm';
import type { GateView, Page, ResourceView } from './consoleData';
import { Badge } from './parts';

/** Options of every action on a resource. */
interface ActionProps {
  readonly resource: ResourceView;
  readonly page: Page;
}

const typed = (resource: string) => (
  <FormField
    label={`Type ${resource} to confirm`}
    name="confirm"
    required
    pattern={resource}
    title={`exactly ${resource}`}
  />
);

function Advance({ resource, page, gate }: ActionProps & { readonly gate: GateView }) {
  const { resource: name } = resource;
  const isReady = gate.verdict === 'ready';
  return (
    <Unfold label={`Advance to ${gate.to}`} tone={isReady ? 'primary' : ''}>
      <ActionForm page={page} action="stages/move" given={{ resource: name }}>
        <FormField
          label="Stage"
          name="to"
          defaultValue={gate.to}
          required
          title="shadow, canary 5%, v2 or gone"
        />
        <ReasonField />
        {gate.to === 'gone' && typed(name)}
        {!isReady && <Force text="Move although the gate is not passed; the log records it" />}
        <button class="primary" type="submit">
          Advance {name}
        </button>
      </ActionForm>
    </Unfold>
  );
}

function Hold({ resource: { resource }, page }: ActionProps) {
  return (
    <Unfold label="Hold">
      <ActionForm page={page} action="stages/hold" given={{ resource }}>
        <p>No move forward until it is released.</p>
        <ReasonField />
        <button type="submit">Hold {resource}</button>
      </ActionForm>
    </Unfold>
  );
}

function Release({ resource: { resource, killed }, page }: ActionProps) {
  return (
    <Unfold label="Release">
      <ActionForm page={page} action="stages/release" given={{ resource }}>
        <p>{killed ? 'Ends the kill: its stage answers again, if the gate allows it.' : 'Ends the hold.'}</p>
        <ReasonField />
        {killed && <Force text="Release although the gate is not passed" />}
        <button type="submit">Release {resource}</button>
      </ActionForm>
    </Unfold>
  );
}

/** Moves a resource back by one click, because going back must never wait for a reason. */
function Back({ resource: { resource }, page, to }: ActionProps & { readonly to: string }) {
  const reason = 'moved back in the console';
  return (
    <ActionForm page={page} action="stages/move" given={{ resource, to, reason }}>
      <button type="submit">Back to {to}</button>
    </ActionForm>
  );
}

/** Kills one resource, or all (`*`). */
export function Kill({ resource, page }: { readonly resource: string; readonly page: Page }) {
  const name = resource === '*' ? 'all' : resource;
  return (
    <Unfold label={resource === '*' ? 'Kill all' : 'Kill'} tone="danger">
      <ActionForm page={page} action="stages/kill" given={{ resource }}>
        <p>Sends every request to v1, now, until it is released.</p>
        <ReasonField />
        {typed(name)}
        <button class="danger" type="submit">
          Kill {name}
        </button>
      </ActionForm>
    </Unfold>
  );
}

/** Pins a caller to one side at a resource, or unpins it. */
export function Pin({
  resource,
  caller,
  page,
}: {
  readonly resource: string;
  readonly caller: string;
  readonly page: Page;
}) {
  return (
    <Unfold label={`Pin at ${resource}`}>
      <ActionForm page={page} action="stages/pin" given={{ resource, caller }}>
        <p>Whatever the stage of {resource} is, this client is answered by:</p>
        <ReasonField />
        <div class="remedies">
          {(['v1', 'v2', 'none'] as const).map((side) => (
            <button key={side} type="submit" name="side" value={side}>
              {side === 'none' ? 'No pin' : side}
            </button>
          ))}
        </div>
      </ActionForm>
    </Unfold>
  );
}

/** Actions on a resource. */
export function Actions({ resource, page }: ActionProps) {
  const { gate, back, held: heldText, killed } = resource;
  if (page.mayChange !== 'yes') return <WhyNot page={page} />;
  return (
    <div class="actions">
      {gate !== undefined && <Advance resource={resource} page={page} gate={gate} />}
      {back !== undefined && <Back resource={resource} page={page} to={back} />}
      {heldText === undefined && !killed && <Hold resource={resource} page={page} />}
      {(heldText !== undefined || killed) && <Release resource={resource} page={page} />}
      {!killed && <Kill resource={resource.resource} page={page} />}
    </div>
  );
}

/** Words and colours of the gate's verdicts. */
const verdicts: Readonly<Record<string, { readonly tone: string; readonly text: string }>> = {
  ready: { tone: 'good', text: 'ready' },
  notReady: { tone: 'open', text: 'waiting' },
  undecided: { tone: 'open', text: 'undecided: more traffic is needed' },
  failing: { tone: 'bad', text: 'failing' },
};

const marks: Readonly<Record<string, string>> = {
  passed: '✓',
  waiting: '…',
  undecided: '?',
  failing: '✗',
};

function Conditions({ conditions }: Pick<GateView, 'conditions'>) {
  return (
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
}

/** Shows the gate as a checklist: missing conditions are open, passed ones are folded. */
export function GateList({ resource: { gate, next } }: { readonly resource: ResourceView }) {
  if (gate === undefined) return <p class="soft">There is no further stage.</p>;
  const passed = gate.conditions.filter(({ outlook }) => outlook === 'passed');
  const missing = gate.conditions.filter(({ outlook }) => outlook !== 'passed');
  const { tone, text } = verdicts[gate.verdict] ?? { tone: 'open', text: gate.verdict };
  return (
    <section class="gate">
      <h3>
        To {gate.to} <Badge tone={tone}>{text}</Badge>
        <span class="soft">
          {passed.length} of {gate.conditions.length} conditions have passed
        </span>
      </h3>
      <Conditions conditions={missing} />
      {passed.length > 0 && (
        <details class="passed">
          <summary>{passed.length} passed</summary>
          <Conditions conditions={passed} />
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
