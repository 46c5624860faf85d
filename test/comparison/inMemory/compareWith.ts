import type { ComparisonJudge, LineOf } from '../../../src/comparison/judge/judgedEvidence';
import type { Compare, SeenAnswer } from '../../../src/comparison/compare/answerPair';
import type { Difference } from '../../../src/comparison/compare/difference';
import { isJsonObject } from '../../../src/contract/json';
import type { ComparisonReport } from '../../../src/comparison/report/comparisonReport';
import { createComparisonJudge } from '../../../src/comparison/judge/comparisonJudge';
import { createCompare } from '../../../src/comparison/compare/compareAnswers';
import { createPrivacy } from '../../../src/comparison/keep/privacy';
import { type ComparedControl, keep } from '../../../src/comparison/keep/observation';
import { originsIn } from '../../../src/mapping/explain/origins';
import type { Gateway, Handled, Route } from '../../../src/gateway/gateway';
import { asText, type TextAnswer } from '../../../src/gateway/problems';
import { randomFrom } from '../../cutover/support/simulations';
import { shipped } from '../../support/shipped';
import { type Change, gatewayTo, OFFERS } from './marketplace';

/** Traffic to compare. */
export interface Traffic {
  readonly requests: number;
  readonly seed: number;
  /** Ends it early; called with the report after every tenth request. */
  readonly until?: (report: ComparisonReport) => boolean;
}

/** Result of compareWith. */
export interface Judged {
  readonly report: ComparisonReport;
  readonly requests: number;
}

const CALLERS = ['ada', 'bob', 'eve'] as const;

const BY_LOT = 0.05;

const EPOCH = 'judge';

/** Draws a read of some client: offers by id and login, and pages of lists. */
function drawPath(random: () => number): string {
  const id = 1 + Math.floor(random() * OFFERS);
  const page = 1 + Math.floor(random() * 4);
  const paths = [
    `/v1/currency-offers/${id}`,
    `/v1/accounts/${id}?with_data=1`,
    `/v1/accounts/by-login/login-${id}`,
    `/v1/currency-offers?page=${page}&per_page=10`,
    `/v1/accounts?page=${page}&per_page=10&with_data=1`,
  ];
  return paths[Math.floor(random() * paths.length)] ?? '';
}

function routeOf(gateway: Gateway, path: string): Route {
  const route = gateway.match('GET', path);
  if (route?.ok !== true) throw new Error(`no operation for ${path}`);
  return route.value;
}

type Asked = Handled & { readonly answer: TextAnswer };

async function ask(gateway: Gateway, path: string, caller: string): Promise<Asked> {
  const handled = await gateway.handle({
    id: 'judge',
    route: routeOf(gateway, path),
    authorization: `Bearer ${caller}`,
    contentType: undefined,
    body: Buffer.alloc(0),
    cancel: new AbortController().signal,
  });
  return { ...handled, answer: asText(handled.answer) };
}

const PRIVACY = createPrivacy({
  secret: 'judge',
  kept: [],
});

/** Adds the fault of v2 to the noise that both sides have. */
const faulty = (fault: Change, noise: Change): Change => ({
  ...noise,
  ...fault,
  offer: (offer, caller) => {
    const noisy = noise.offer?.(offer, caller) ?? offer;
    return isJsonObject(noisy) ? (fault.offer?.(noisy, caller) ?? noisy) : noisy;
  },
});

/** The two sides, with their comparison and their judge. */
interface ComparedSides {
  readonly v1: Gateway;
  readonly v2: Gateway;
  readonly compare: Compare;
  readonly judge: ComparisonJudge;
  readonly random: () => number;
}

/** Asks for v1's second answer by lot, before or after v2's. */
async function drawnControl(sides: ComparedSides, path: string, caller: string, said: () => Promise<Asked>) {
  const { v1, random } = sides;
  const isDrawn = random() < BY_LOT;
  const isEarly = random() < 0.5;
  const early = isDrawn && isEarly ? await ask(v1, path, caller) : undefined;
  const other = await said();
  const late = isDrawn && !isEarly ? await ask(v1, path, caller) : undefined;
  return { other, drawn: (early ?? late)?.answer };
}

/** Compares v1's second answer, if it was drawn or if the judge wants one. */
async function controlFor(
  { v1, judge, compare }: ComparedSides,
  askedClient: { readonly path: string; readonly caller: string; readonly operation: string },
  seenAnswer: SeenAnswer,
  differences: readonly Difference[],
  drawn: SeenAnswer | undefined,
): Promise<ComparedControl | undefined> {
  const { path, caller, operation } = askedClient;
  const isWanted =
    drawn === undefined && differences.length > 0 && judge.wantsControl(operation, differences);
  const repeatedSeenAnswer = isWanted ? (await ask(v1, path, caller)).answer : drawn;
  const compared =
    repeatedSeenAnswer === undefined ? undefined : compare(seenAnswer, repeatedSeenAnswer, operation);
  return compared?.ok === true ? { compared, because: isWanted ? 'becauseDifferent' : 'byLot' } : undefined;
}

async function judgeRequest(sides: ComparedSides, at: number, id: string): Promise<void> {
  const { v1, v2, compare, judge, random } = sides;
  const caller = CALLERS[Math.floor(random() * CALLERS.length)] ?? '';
  const path = drawPath(random);
  const { name: operation, resource } = routeOf(v1, path).operation;
  const one = (await ask(v1, path, caller)).answer;
  const { other, drawn } = await drawnControl(sides, path, caller, () => ask(v2, path, caller));
  const compared = compare(one, other.answer, operation);
  if (!compared.ok) return;
  const askedClient = { path, caller, operation };
  const control = await controlFor(sides, askedClient, one, compared.differences, drawn);
  const unfit = other.refusal?.detail;
  const pair = { id, at, resource, operation, caller, request: path, v1: one, v2: other.answer, raw: [] };
  const wholeClient = unfit === undefined ? pair : { ...pair, unfit };
  judge.add(keep(wholeClient, compared, control, { privacy: PRIVACY, epoch: EPOCH }));
}

/**
 * Compares a v1 with a v2 as the gateway does with its traffic: controls by lot and because of differences, in random
 * order with v2; the judge gets the observations. `noise` is in every answer of both, `fault` in v2's only.
 */
export async function compareWith(fault: Change, noise: Change, traffic: Traffic): Promise<Judged> {
  const { requests, seed, until = () => false } = traffic;
  let now = Date.parse('2025-10-01T00:00:00Z');
  const origins = originsIn(shipped().resources);
  const lineOf: LineOf = (operation, path, unfit) => origins(operation, path, unfit)?.place;
  const sides: ComparedSides = {
    v1: gatewayTo(noise),
    v2: gatewayTo(faulty(fault, noise)),
    compare: createCompare({ rules: [], now: () => now }),
    judge: createComparisonJudge({ epoch: EPOCH, rules: [], lineOf }),
    random: randomFrom(seed),
  };
  for (let request = 1; request <= requests; request += 1) {
    now += 60_000;
    await judgeRequest(sides, now, String(request));
    const isLook = request % 10 === 0 && until(sides.judge.report(now));
    if (isLook) return { report: sides.judge.report(now), requests: request };
  }
  return { report: sides.judge.report(now), requests };
}
