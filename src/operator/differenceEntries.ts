import { z } from 'zod';
import { recordedExchange } from '../comparison/keep/recordedExchange';
import { sample } from '../comparison/keep/keptSample';
import { comparisonReport, reportLook, addNamesOfCallers } from '../comparison/report/comparisonReport';
import { causeText, issueTitle } from '../comparison/report/reportPhrases';
import { success } from '../contract/result';
import {
  declareAction,
  instant,
  reasonInputs,
  noInput,
  reasonText,
  makeRefusal,
  textOrNone,
  declareView,
} from './entry';
import type { OperatorParts } from './operatorParts';

const nothingCompared = makeRefusal(
  'nothingCompared',
  'Nothing is compared: there is no v1. Set upstream.v1, and sunset, while v1 lives.',
);

const report = declareView({
  name: 'differences',
  summary: 'The differences that v2 would make for clients, by the fewest causes, with the verdict.',
  input: reportLook,
  output: comparisonReport,
  run: async ({ comparison, cutover }, look) => {
    if (comparison === undefined) return nothingCompared;
    return success(addNamesOfCallers(await comparison.collection.reportOf(look), cutover.callerName));
  },
});

/** The report without its statistics, which are long. */
const shortReport = comparisonReport.pick({
  at: true,
  verdict: true,
  budget: true,
  morePairs: true,
  compared: true,
  differing: true,
  noticed: true,
  upper: true,
  issues: true,
  operations: true,
  rules: true,
});

const nameCallers = ({ comparison, cutover }: OperatorParts) =>
  comparison && addNamesOfCallers(comparison.figures.report(), cutover.callerName);

const issues = declareView({
  name: 'differences/issues',
  summary: 'The differences within the window by the fewest causes, without the statistics.',
  input: z.object({ caller: z.string().max(100).optional().describe('only those that concern a client') }),
  output: shortReport,
  run: (operatorParts, { caller }) => {
    const wholeReport = nameCallers(operatorParts);
    if (wholeReport === undefined) return nothingCompared;
    const isConcerned = ({ callers }: (typeof wholeReport)['issues'][number]): boolean =>
      caller === undefined || callers.some((issueCaller) => issueCaller.caller === caller);
    return success(shortReport.parse({ ...wholeReport, issues: wholeReport.issues.filter(isConcerned) }));
  },
});

const value = z.string().optional();

const issue = declareView({
  name: 'differences/issue',
  summary: 'One difference with its smallest pair side by side, and the mapping lines in force that make it.',
  input: z.object({ id: z.string().min(1).max(200) }),
  output: z.object({
    issue: comparisonReport.shape.issues.element,
    pair: z
      .object({
        id: z.string(),
        at: z.number(),
        operation: z.string(),
        rows: z.array(
          z.object({
            at: z.string(),
            v1: value,
            v2: value,
            raw: value,
            source: value,
            line: value,
            differs: z.boolean(),
            agreed: z.boolean(),
          }),
        ),
      })
      .optional(),
    inForce: z
      .object({ hash: z.string(), text: z.string(), pairs: z.number() })
      .optional()
      .describe('hash of the mappings, the lines, and how many recorded pairs other lines can be tried on'),
  }),
  run: async (operatorParts, { id }) => {
    const foundIssue = nameCallers(operatorParts)?.issues.find((issue) => issue.id === id);
    if (foundIssue === undefined) return makeRefusal('notFound', `There is no difference ${id}.`);
    const { comparison, trials, sideBySide } = operatorParts;
    const keptSample = await comparison?.collection.findSample(foundIssue.smallest.id);
    const pair = keptSample && {
      id: keptSample.id,
      at: keptSample.at,
      operation: keptSample.operation,
      rows: sideBySide(keptSample),
    };
    const inForce = foundIssue.line === undefined ? undefined : await trials?.look(foundIssue.line);
    return success({ issue: foundIssue, pair, inForce });
  },
});

const accounts = declareView({
  name: 'differences/accounts',
  summary: 'The outcomes of all served requests that are compared, by operation.',
  input: noInput,
  output: z.object({ operations: z.record(z.string(), z.looseObject({ served: z.number() })) }),
  run: ({ comparison }) => {
    if (comparison === undefined) return nothingCompared;
    const accounts = [...comparison.accounts.accountsByOperation()].map(
      ([name, account]) => [name, { ...account }] as const,
    );
    return success({ operations: Object.fromEntries(accounts) });
  },
});

const pair = declareView({
  name: 'differences/pair',
  summary: 'One kept pair of answers, without values; a difference stands for its smallest pair.',
  input: z.object({ id: z.string().min(1).max(200) }),
  output: sample,
  run: async ({ comparison }, { id }) => {
    if (comparison === undefined) return nothingCompared;
    const named = comparison.figures.report().issues.find((issue) => issue.id === id);
    const keptSample = await comparison.collection.findSample(named?.smallest.id ?? id);
    if (keptSample === undefined) return makeRefusal('notFound', 'There is no sample of this request.');
    return success(keptSample);
  },
});

/** Schema of the position from which reading goes on. */
export const readAfter = z.coerce.number().pipe(z.int().min(0)).default(0);

const recording = declareView({
  name: 'differences/recording',
  role: 'operator',
  summary: 'The answers of v1 after a position. They hold values, so a token is always needed.',
  input: z.object({ after: readAfter }),
  output: z.object({ exchanges: z.array(recordedExchange), next: z.int(), lost: z.int() }),
  run: async ({ comparison }, { after: position }) =>
    comparison === undefined ? nothingCompared : success(await comparison.recorder.read(position)),
});

/** Most places of one mapping line in one log entry. */
const MAX_PLACES = 200;

const settled = z.object({ issue: z.string(), title: z.string(), cause: z.string(), kept: z.boolean() });

/** Records a person's statement about a difference: it is mended, or agreed on until an instant. */
async function settleDifference(
  { comparison, cutover }: Pick<OperatorParts, 'comparison' | 'cutover'>,
  input: { readonly id: string; readonly reason: string; readonly by?: string | undefined },
  agreed: { readonly until: number; readonly owner: string } | undefined,
  actor: string,
) {
  const { issues: all = [] } = comparison?.figures.report() ?? {};
  const settling = all.find(({ id }) => id === input.id);
  if (settling === undefined) {
    const titles = all.map((issue) => `  ${issue.id} ${issueTitle(issue)}`);
    return makeRefusal(
      'notFound',
      [`no issue ${input.id}${titles.length === 0 ? '' : '; there are:'}`, ...titles].join('\n'),
    );
  }
  if (agreed !== undefined && settling.kind === 'unavailable')
    return makeRefusal('conflict', 'Nobody can agree that v2 does not answer.');
  const causes = settling.places
    .slice(0, MAX_PLACES)
    .map(({ operation, path, kind }) => ({ operation, path, kind }));
  const { resource } = settling;
  const change = { kind: 'resolve', issue: settling.id, causes, agreed } as const;
  const outcome = await cutover.change({ resource, change, actor, reason: reasonText(input, actor) });
  if (!outcome.ok) return makeRefusal(outcome.why, outcome.sentence);
  const [title, cause] = [issueTitle(settling), causeText(settling)];
  return success({ issue: settling.id, title, cause, kept: outcome.kept });
}

const resolve = declareAction({
  name: 'differences/resolve',
  summary: 'Record that a difference is mended: what was seen of it so far counts no more.',
  input: z.strictObject({ id: z.string().min(1).max(40), ...reasonInputs }),
  output: settled,
  words: (_input, { title, cause }) => [`${title} (${cause}): what was seen so far counts no more`],
  run: (operatorParts, input, actor) => settleDifference(operatorParts, input, undefined, actor),
});

const agree = declareAction({
  name: 'differences/agree',
  summary: 'Record that v2 may differ there: it counts as no difference until an instant.',
  input: z.strictObject({
    id: z.string().min(1).max(40),
    until: instant,
    owner: textOrNone(100),
    ...reasonInputs,
  }),
  output: settled,
  words: ({ until = 0 }, { title, cause }) => [
    `${title} (${cause}): counts as no difference until ${new Date(until).toISOString()}`,
  ],
  run: (operatorParts, input, actor) => {
    const { until, owner = input.by ?? actor } = input;
    if (until === undefined)
      return makeRefusal('invalidInput', 'until: an agreement ends on a day, such as 2026-01-31');
    return settleDifference(operatorParts, input, { until, owner }, actor);
  },
});

const tryLines = declareAction({
  name: 'differences/trial',
  summary: 'Try other lines of a mapping file on what both sides have answered; nothing is put in force.',
  input: z.strictObject({
    line: z.string().max(300),
    hash: z.string().max(100),
    text: z.string().max(16_000),
  }),
  output: z.object({ ok: z.boolean(), lines: z.array(z.string()) }),
  words: (_input, { lines }) => lines,
  run: async ({ trials }, { line, hash, text }) => {
    const { ok, lines } = (await trials?.attempt({ line, inForce: hash, text })) ?? {};
    if (ok === undefined || lines === undefined) return nothingCompared;
    return ok ? success({ ok, lines }) : makeRefusal('conflict', lines.join('\n'));
  },
});

/** Views and actions of the comparison. */
export const differenceEntries = {
  report,
  issues,
  issue,
  accounts,
  pair,
  recording,
  resolve,
  agree,
  tryLines,
} as const;
