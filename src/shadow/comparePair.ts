import type { Difference } from '../comparison/compare/difference';
import type { NotCompared, Pair, SeenAnswer } from '../comparison/compare/answerPair';
import type { Outcome } from '../comparison/keep/comparisonAccounts';
import type { Result } from '../contract/result';
import type { ComparisonParts, ComparisonTask } from './shadowParts';
import type { SaidByV2 } from './sideAnswers';

/** Method, path and query, the query sorted: what makes two requests the same one. */
export function requestText(method: string, target: string): string {
  const [path = '', query] = target.split('?', 2);
  const asked = new URLSearchParams(query ?? '');
  asked.sort();
  const sorted = asked.toString();
  return sorted === '' ? `${method} ${path}` : `${method} ${path}?${sorted}`;
}

/** How the answers are come by; v1's first. */
interface Answers {
  readonly v1: () => Promise<Result<SeenAnswer, NotCompared>>;
  readonly v2: () => Promise<Result<SaidByV2, NotCompared>>;
  /** v1's once more; absent where it cannot be had: a write is never sent twice. */
  readonly again?: () => Promise<Result<SeenAnswer, NotCompared>>;
}

/** A second answer of v1, and why it was asked for. */
interface Control {
  readonly answer: SeenAnswer;
  readonly because: 'byLot' | 'becauseDifferent';
}

/** Asks v1 once more within its budget; a control that fails is none. */
async function askAgain(
  { request }: ComparisonTask,
  { again }: Answers,
  { budgets, controls }: ComparisonParts,
  because: Control['because'],
): Promise<Control | undefined> {
  if (again === undefined || !budgets.v1.has(request.caller)) return undefined;
  budgets.v1.spend(request.caller, 1);
  const answer = await again();
  if (!answer.ok) return undefined;
  controls.had(request.route.operation.name);
  return { answer: answer.value, because };
}

/** A drawn control may come before or after v2, so that neither is always the later reading. */
async function bothSides(errand: ComparisonTask, answers: Answers, desk: ComparisonParts) {
  const wanted = desk.controls.wanted(errand.request.route.operation.name);
  const early = wanted && desk.random() < 0.5;
  const before = early ? await askAgain(errand, answers, desk, 'byLot') : undefined;
  const said = await answers.v2();
  const after = wanted && !early && said.ok ? await askAgain(errand, answers, desk, 'byLot') : undefined;
  return { said, control: before ?? after };
}

/** The control that was drawn, or one that would decide whether what differs is noise. */
async function controlOf(
  errand: ComparisonTask,
  answers: Answers,
  drawn: Control | undefined,
  differences: readonly Difference[],
  desk: ComparisonParts,
): Promise<Control | undefined> {
  const { name } = errand.request.route.operation;
  const isOpen = drawn === undefined && answers.again !== undefined && differences.length > 0;
  return isOpen && (await desk.wantsControl(name, differences))
    ? askAgain(errand, answers, desk, 'becauseDifferent')
    : drawn;
}

function pairOf({ request, at }: ComparisonTask, v1: SeenAnswer, { answer: v2, raw, unfit }: SaidByV2): Pair {
  const { id, caller, route, method, target } = request;
  const { name: operation, resource } = route.operation;
  return {
    id,
    at,
    resource,
    operation,
    caller,
    request: requestText(method, target),
    v1,
    v2,
    raw,
    ...(unfit === undefined ? {} : { unfit }),
  };
}

/** Brings the two answers of a read together, and a second one of v1 where it is drawn or would decide something. */
export async function comparePair(
  errand: ComparisonTask,
  answers: Answers,
  desk: ComparisonParts,
): Promise<Outcome> {
  const v1 = await answers.v1();
  if (!v1.ok) return v1.failure;
  const { said, control: drawn } = await bothSides(errand, answers, desk);
  if (!said.ok) return said.failure;
  const pair = pairOf(errand, v1.value, said.value);
  const compared = desk.compare(pair.v1, pair.v2, pair.operation);
  if (!compared.ok) return compared.reason;
  if (errand.request.method === 'GET') desk.paired?.(errand.request, pair);
  const control = await controlOf(errand, answers, drawn, compared.differences, desk);
  if (control === undefined) desk.seen(pair, compared, undefined);
  else {
    const again = desk.compare(pair.v1, control.answer, pair.operation);
    const held = again.ok ? { compared: again, because: control.because } : undefined;
    desk.seen({ ...pair, control: control.answer }, compared, held);
  }
  return 'compared';
}
