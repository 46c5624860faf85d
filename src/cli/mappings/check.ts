import { alignColumns, print, createProgressBar, type Terminal } from '../terminal';
import {
  countClasses,
  counted,
  type Ledger,
  type LedgerAnswer,
  type LedgerAttribute,
  type LedgerMember,
  type LedgerReference,
  summarizeLedgers,
} from '../../mapping/compile/ledger';
import { formsFolder, SHIPPED_MAPPINGS } from '../../mapping/yaml/mappingFolder';
import { renderFault } from '../../mapping/yaml/fileFault';
import { usualTrial } from '../../proof/laws/usualTrial';
import { rehearse } from '../../proof/fixturesPlay';
import { loadFixtures } from '../../mapping/yaml/fixtureFile';
import { loadMappings } from '../../mapping/compile/loadMappings';
import {
  findBrokenLaws,
  tryEveryMutant,
  printDifferences,
  printLaws,
  printMutants,
  findNarrowings,
  printNarrowings,
} from './checkFindings';
import { isSystemError, mappingsFault } from '../../runtime/inputFiles';
import { CommandEnd, type ExitCode, type Surroundings } from '../command';
import type { MappingsPlace } from './printDocument';

const conversionText = (codec: string | undefined): string => (codec === 'same' ? '' : (codec ?? ''));

/** Describes the v1 value that stands in for a missing v2 source. */
function missingText({ missing }: LedgerAttribute): string {
  if (missing === undefined) return '';
  const { null: whenNull, absent } = missing;
  return whenNull === absent ? `else ${absent}` : `null: ${whenNull}, absent: ${absent}`;
}

const attributeRow = (line: LedgerAttribute) => [
  `  ${line.class}`,
  line.attribute,
  line.source === undefined ? '' : `<- ${line.source}`,
  conversionText(line.codec),
  missingText(line),
  line.reason ?? '',
];

const memberRow = ({ class: lossClass, operation, member, target, codec, reason }: LedgerMember) => [
  `  ${lossClass}`,
  `${operation} ${member}`,
  `-> ${target}`,
  conversionText(codec),
  reason ?? '',
];

const answerRow = (line: LedgerAnswer) =>
  attributeRow({ ...line, attribute: `${line.operation} ${line.attribute}` });

const referenceRow = ({ operation, v1, v2, evidence }: LedgerReference) => [
  '  calls',
  operation,
  v1 === undefined ? v2 : `${v1} -> ${v2}`,
  `(${Object.entries(evidence)
    .map(([partName, tag]) => `${partName} ${tag}`)
    .join(', ')})`,
];

/** Renders one mapping's ledger: every attribute with its class, every v2 field, every upstream call. */
export function renderLedger(ledger: Ledger): readonly string[] {
  const { file, resource, attributes, answers, members, losses, uses, drops, references } = ledger;
  return [
    `${resource} (${file})`,
    ...alignColumns(attributes.map(attributeRow)),
    ...alignColumns(answers.map(answerRow)),
    ...alignColumns(members.map(memberRow)),
    ...alignColumns(
      losses.map(({ operation, member, reason }) => ['  lost', `${operation} ${member}`, reason]),
    ),
    ...alignColumns(uses.map((use) => ['  used', use.field, `-> ${use.attributes.join(', ')}`])),
    ...alignColumns(drops.map(({ field, reason }) => ['  dropped', field, reason])),
    ...alignColumns(references.map(referenceRow)),
    `  ${attributes.length} v1 attributes: ${countClasses(attributes)}; ${uses.length} v2 fields used, ${drops.length} dropped`,
  ];
}

export interface CheckOptions extends MappingsPlace {
  readonly format: 'text' | 'json';
  readonly laws?: number | undefined;
  readonly seed: number;
  readonly mutants: boolean;
}

/** Checks a folder: its faults alone if it cannot be used, else everything that was asked for. */
async function examineFolder(
  folder: string,
  { laws, seed, mutants }: CheckOptions,
  { interactive }: Terminal,
) {
  const mappings = loadMappings(folder);
  const fixtures = loadFixtures(folder);
  const ofForms = loadFixtures(formsFolder(folder));
  const faults = [mappings, fixtures, ofForms].flatMap((loaded) => (loaded.ok ? [] : loaded.failure));
  const untried = { laws: undefined, mutants: undefined };
  if (!mappings.ok || !fixtures.ok || !ofForms.ok)
    return { faults, differences: [], ledgers: [], fixtures: 0, narrowings: [], hash: '', ...untried };
  const { operations, forms, ledgers, resources, documents, hash } = mappings.value;
  const played = [...fixtures.value, ...ofForms.value];
  // A running gateway refuses what breaks a law; the shipped mappings are proven by their suite.
  const runs = laws ?? (folder === SHIPPED_MAPPINGS ? undefined : usualTrial.runs);
  const narrowed = findNarrowings(resources, documents);
  const differences = await rehearse(played, [...operations, ...forms]);
  // A fixture that fails on the unchanged mapping would notice every mutant, so the score would be meaningless.
  const isTryable = mutants && differences.length === 0;
  const lawBar = createProgressBar('laws', interactive);
  const mutantBar = createProgressBar('mutants', interactive);
  return {
    faults: narrowed.faults,
    differences,
    ledgers,
    fixtures: played.length,
    // As shown by `/healthz`.
    hash,
    narrowings: narrowed.open,
    laws: runs === undefined ? undefined : await findBrokenLaws(mappings.value, { runs, seed }, lawBar),
    mutants: isTryable ? await tryEveryMutant(mappings.value, fixtures.value, mutantBar) : undefined,
  };
}

/** Results of a check. */
type Findings = Awaited<ReturnType<typeof examineFolder>>;

/** Says in a line whether laws and fixtures hold, for mappings without faults. */
function verdictOn({ differences, fixtures, laws }: Findings): string {
  const brokenCount = laws?.broken.length ?? 0;
  const failed = new Set(differences.map(({ place: position }) => position)).size;
  const wrong: string[] = [];
  if (brokenCount > 0) wrong.push(`${counted(brokenCount, 'law')} broken`);
  if (failed > 0) wrong.push(`${counted(failed, 'fixture')} failed`);
  return `${wrong.join(', ') || 'no faults'}; ${fixtures - failed} of ${fixtures} fixtures as expected`;
}

function printFindings(findings: Findings, isTryingMutants: boolean, terminal: Terminal): void {
  const { faults, differences, ledgers, hash, laws, mutants } = findings;
  const { write, complain, colour } = terminal;
  for (const fault of faults) complain(`${renderFault(fault, { colour })}\n`);
  printDifferences(differences, terminal);
  for (const ledger of ledgers) write(`${renderLedger(ledger).join('\n')}\n`);
  printNarrowings(findings.narrowings, terminal);
  if (laws !== undefined) printLaws(laws, terminal);
  if (mutants !== undefined) printMutants(mutants, terminal);
  else if (isTryingMutants) complain('mutants: not tried while checks or fixtures fail');
  if (faults.length > 0) complain(counted(faults.length, 'fault'));
  else write(`${summarizeLedgers(ledgers)}\nmappings ${hash}: ${verdictOn(findings)}`);
}

const isFaultless = ({ faults, differences, laws, mutants }: Findings): boolean =>
  [faults, differences, laws?.broken ?? [], mutants?.survivors ?? []].every(({ length }) => length === 0);

/** Checks a folder of mappings, plays its fixtures and prints its ledger. Returns 1 if anything is wrong. */
export async function check(
  options: CheckOptions,
  { terminal }: Pick<Surroundings, 'terminal'>,
): Promise<ExitCode> {
  const folder = options.mappings ?? SHIPPED_MAPPINGS;
  try {
    const findings = await examineFolder(folder, options, terminal);
    if (options.format === 'json') print(findings, [], true, terminal);
    else printFindings(findings, options.mutants, terminal);
    return isFaultless(findings) ? 0 : 1;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw new CommandEnd([mappingsFault(folder, error)], 1);
  }
}
