import type { Difference } from '../comparison/compare/difference';
import type { NotCompared, Pair, SeenAnswer } from '../comparison/compare/answerPair';
import type { ComparisonOutcome } from '../comparison/keep/comparisonAccounts';
import type { ComparedControl } from '../comparison/keep/observation';
import { definedMembers, type Result } from '../contract/result';
import type { ComparisonParts, ComparisonTask } from './shadowParts';
import type { V2Answer } from './askBothSides';

/** Prints method, path and sorted query: the identity of a request. */
export function requestText(method: string, target: string): string {
  const [path = '', query] = target.split('?', 2);
  const parameters = new URLSearchParams(query ?? '');
  parameters.sort();
  const sorted = parameters.toString();
  return sorted === '' ? `${method} ${path}` : `${method} ${path}?${sorted}`;
}

interface Answers {
  readonly v1: () => Promise<Result<SeenAnswer, NotCompared>>;
  readonly v2: () => Promise<Result<V2Answer, NotCompared>>;
  /** Asks v1 once more. It is absent for a write, which is never sent twice. */
  readonly again?: () => Promise<Result<SeenAnswer, NotCompared>>;
}

interface Control extends Pick<ComparedControl, 'because'> {
  readonly answer: SeenAnswer;
}

/** Asks v1 once more within its budget. Returns undefined when that fails. */
async function askAgain(
  { request }: ComparisonTask,
  { again: askRepeated }: Answers,
  { budgets, controls }: ComparisonParts,
  because: Control['because'],
): Promise<Control | undefined> {
  if (askRepeated === undefined || !budgets.v1.hasBudget(request.caller)) return undefined;
  budgets.v1.spendCalls(request.caller, 1);
  const answer = await askRepeated();
  if (!answer.ok) return undefined;
  controls.countControl(request.route.operation.name);
  return { answer: answer.value, because };
}

/** Asks v2 and, if sampled, v1 once more, in random order, so that neither is always the later one. */
async function askV2WithControl(task: ComparisonTask, answers: Answers, services: ComparisonParts) {
  const isControlWanted = services.controls.isWanted(task.request.route.operation.name);
  const early = isControlWanted && services.random() < 0.5;
  const earlyControl = early ? await askAgain(task, answers, services, 'byLot') : undefined;
  const answers2 = await answers.v2();
  const lateControl =
    isControlWanted && !early && answers2.ok ? await askAgain(task, answers, services, 'byLot') : undefined;
  return { said: answers2, control: earlyControl ?? lateControl };
}

/** Returns the sampled control, or asks for one if it can decide that a difference is noise. */
function findControl(
  task: ComparisonTask,
  answers: Answers,
  drawnControl: Control | undefined,
  differences: readonly Difference[],
  services: ComparisonParts,
): Promise<Control | undefined> | Control | undefined {
  const { name } = task.request.route.operation;
  if (answers.again === undefined || differences.length === 0) return drawnControl;
  if (!services.wantsControl(name, differences)) return drawnControl;
  return drawnControl ?? askAgain(task, answers, services, 'becauseDifferent');
}

function pairOf({ request, at }: ComparisonTask, v1: SeenAnswer, { answer: v2, raw, unfit }: V2Answer): Pair {
  const { id, caller, route, method, target } = request;
  const { name: operation, resource } = route.operation;
  const identity = { id, at, resource, operation, caller, request: requestText(method, target) };
  return definedMembers({ ...identity, v1, v2, raw, unfit });
}

async function comparedControl(
  { v1, operation }: Pair,
  { answer, because }: Control,
  { compare }: ComparisonParts,
): Promise<ComparedControl | undefined> {
  const compared = await compare(v1, answer, operation);
  return compared.ok ? { compared, because } : undefined;
}

/** Compares the answers of a read, with a second one of v1 if it is sampled or can decide about noise. */
export async function comparePair(
  task: ComparisonTask,
  answers: Answers,
  services: ComparisonParts,
): Promise<ComparisonOutcome> {
  const v1 = await answers.v1();
  if (!v1.ok) return v1.failure;
  const { said: answers2, control: drawnControl } = await askV2WithControl(task, answers, services);
  if (!answers2.ok) return answers2.failure;
  const pair = pairOf(task, v1.value, answers2.value);
  const compared = await services.compare(pair.v1, pair.v2, pair.operation);
  if (!compared.ok) return compared.reason;
  if (task.request.method === 'GET') services.paired?.(task.request, pair);
  const control = await findControl(task, answers, drawnControl, compared.differences, services);
  services.seen(pair, compared, control && (await comparedControl(pair, control, services)));
  return 'compared';
}
