import type { GateView, ResourceView } from './consoleData';
import { Badge } from './parts';

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

/** The verdict of the gate on the next move forward. */
function Verdict({ gate }: { readonly gate: GateView }) {
  const { tone, text } = verdicts[gate.verdict] ?? { tone: 'open', text: gate.verdict };
  return <Badge tone={tone}>{text}</Badge>;
}

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

/** The gate as a checklist: what is missing stands open, what has passed is folded away. */
export function GateList({ resource: { gate, next } }: { readonly resource: ResourceView }) {
  if (gate === undefined) return <p class="soft">There is no further stage.</p>;
  const passed = gate.conditions.filter(({ outlook }) => outlook === 'passed');
  const missing = gate.conditions.filter(({ outlook }) => outlook !== 'passed');
  return (
    <section class="gate">
      <h3>
        To {gate.to} <Verdict gate={gate} />
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
