import type { ComparisonIssue, ComparisonReport } from '../../comparison/comparisonReport';
import { counted } from '../../mapping/counted';
import { causeText, evidenceText, headline, issueTitle, verdictText } from './issuePhrases';

/** Sentences for what a difference is, by its kind: the rules of SARIF. */
const rules: Readonly<Record<string, string>> = {
  missing: 'v1 has it, v2 has not',
  extra: 'v2 has it, v1 has not',
  type: 'it has another type',
  value: 'it has another value',
  null_vs_absent: 'null on one side, absent on the other',
  empty: 'empty in another way',
  order: 'the same elements in another order',
  length: 'another number of elements',
  precision: 'the same number with other digits',
  unavailable: 'v1 answered, v2 gave no answer that a client could use',
  status: 'another status',
  header: 'another header',
};

function levelOf({ state, severity }: ComparisonIssue): 'error' | 'warning' | 'note' {
  if (severity === 'benign' || severity === 'wire') return 'note';
  return state === 'regression' && severity === 'breaking' ? 'error' : 'warning';
}

/** `file:line` of a mapping as a place in the repository. */
function physical(line: string | undefined): object {
  const [, file, number] = /^(.+):(\d+)$/.exec(line ?? '') ?? [];
  if (file === undefined) return {};
  return {
    physicalLocation: {
      artifactLocation: { uri: `mappings/${encodeURI(file)}` },
      region: { startLine: Number(number) },
    },
  };
}

function resultOf(issue: ComparisonIssue): object {
  const { kind, path, operation, line, requests, first, latest, smallest, state, severity } = issue;
  const text = `${issueTitle(issue)}, ${counted(requests, 'request')}. ${causeText(issue)}. ${evidenceText(issue)}.`;
  return {
    ruleId: kind,
    level: levelOf(issue),
    message: { text },
    locations: [
      {
        ...physical(line),
        logicalLocations: [{ fullyQualifiedName: `${operation}/${path}`, kind: 'member' }],
      },
    ],
    // The same issue of the next run is recognised by it, wherever its mapping line has gone.
    partialFingerprints: { 'operationPathKind/v1': `${operation} ${path} ${kind}` },
    occurrenceCount: Math.max(requests, 1),
    properties: { state, severity, first, latest, smallest },
  };
}

/** A report as SARIF 2.1.0 (OASIS), which code hosts show beside the mapping lines. */
export function renderSarif(report: ComparisonReport, version: string): string {
  const { issues, verdict, epoch, at } = report;
  const driver = {
    name: 'Lifeboat',
    semanticVersion: version,
    rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
  };
  const run = {
    tool: { driver },
    results: issues.map(resultOf),
    properties: { verdict, epoch, at, summary: `${headline(report)}; ${verdictText(report)}` },
  };
  return JSON.stringify(
    { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] },
    null,
    2,
  );
}
