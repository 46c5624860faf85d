import { SHIPPED_MAPPINGS } from '../config/shippedMappings';
import type { Fault } from '../document/fault';
import { renderFault } from '../document/renderFault';
import type { Difference } from '../gateway/playFixture';
import { rehearse } from '../gateway/rehearse';
import type { Ledger } from '../mapping/ledger';
import type { TryOptions } from '../laws/tryLaws';
import { formsFolder } from '../mapping/forms/formsFolder';
import { counted } from '../mapping/counted';
import { loadFixtures } from '../mapping/loadFixtures';
import { loadMappings } from '../mapping/loadMappings';
import { summarizeLedgers } from '../mapping/summarizeLedgers';
import { type LawFindings, lawFindings } from './check/lawFindings';
import { type MutantFindings, mutantFindings } from './check/mutantFindings';
import { narrowings, type ShownNarrowing } from './check/narrowings';
import { printDifferences } from './check/printDifferences';
import { printLaws } from './check/printLaws';
import { printMutants } from './check/printMutants';
import { printNarrowings } from './check/printNarrowings';
import { renderLedger } from './check/renderLedger';
import type { ExitCode } from './exitCode';
import { progressBar } from './progressBar';
import type { Terminal } from './terminal';

export type CheckFormat = 'text' | 'json';

/** What is to be checked, and how. */
export interface CheckOptions {
  readonly folder?: string | undefined;
  readonly format: CheckFormat;
  /** Try the laws; not tried when absent. */
  readonly laws?: TryOptions | undefined;
  /** Make mutants and try whether checks and fixtures notice them. */
  readonly mutants?: boolean | undefined;
}

/** All that a check found out. */
interface Findings {
  readonly faults: readonly Fault[];
  readonly differences: readonly Difference[];
  readonly ledgers: readonly Ledger[];
  readonly fixtures: number;
  readonly narrowings: readonly ShownNarrowing[];
  readonly laws?: LawFindings;
  readonly mutants?: MutantFindings;
  /** Names the checked texts, as `/healthz` does; empty when they are broken. */
  readonly hash: string;
}

async function examine(options: CheckOptions, { interactive }: Terminal): Promise<Findings> {
  const { folder = SHIPPED_MAPPINGS, laws, mutants } = options;
  const mappings = loadMappings(folder);
  const fixtures = loadFixtures(folder);
  const ofForms = loadFixtures(formsFolder(folder));
  const faults = [mappings, fixtures, ofForms].flatMap((loaded) => (loaded.ok ? [] : loaded.failure));
  if (!mappings.ok || !fixtures.ok || !ofForms.ok) {
    return { faults, differences: [], ledgers: [], fixtures: 0, narrowings: [], hash: '' };
  }
  const { operations, forms, ledgers, resources, documents, hash } = mappings.value;
  const played = [...fixtures.value, ...ofForms.value];
  const narrowed = narrowings(resources, documents);
  const differences = await rehearse(played, [...operations, ...forms]);
  const lawBar = progressBar('laws', interactive);
  const mutantBar = progressBar('mutants', interactive);
  return {
    ...{ faults: narrowed.faults, differences, ledgers, fixtures: played.length, hash },
    narrowings: narrowed.open,
    ...(laws === undefined ? {} : { laws: await lawFindings(mappings.value, laws, lawBar) }),
    // Fixtures that fail on the mapping itself notice every mutant, so their score would say nothing.
    ...(mutants === true && differences.length === 0
      ? { mutants: await mutantFindings(mappings.value, fixtures.value, mutantBar) }
      : {}),
  };
}

function printFindings(findings: Findings, asked: CheckOptions, terminal: Terminal): void {
  const { faults, differences, ledgers, fixtures, hash } = findings;
  const { write, complain, colour } = terminal;
  for (const fault of faults) complain(`${renderFault(fault, { colour })}\n`);
  printDifferences(differences, terminal);
  for (const ledger of ledgers) write(`${renderLedger(ledger).join('\n')}\n`);
  printNarrowings(findings.narrowings, terminal);
  if (findings.laws !== undefined) printLaws(findings.laws, terminal);
  if (findings.mutants !== undefined) printMutants(findings.mutants, terminal);
  else if (asked.mutants === true) complain('mutants: not tried while checks or fixtures fail');
  const failed = new Set(differences.map(({ place }) => place)).size;
  if (faults.length > 0) complain(counted(faults.length, 'fault'));
  else
    write(
      `${summarizeLedgers(ledgers)}\nmappings ${hash}: no faults; ${fixtures - failed} of ${fixtures} fixtures as expected`,
    );
}

const isRight = ({ faults, differences, laws, mutants }: Findings): boolean =>
  [faults, differences, laws?.broken ?? [], mutants?.survivors ?? []].every(({ length }) => length === 0);

/** Checks a folder of mappings, plays its fixtures and prints its account; 1 when anything is wrong. */
export async function check(options: CheckOptions, terminal: Terminal): Promise<ExitCode> {
  try {
    const findings = await examine(options, terminal);
    if (options.format === 'json') terminal.write(JSON.stringify(findings, null, 2));
    else printFindings(findings, options, terminal);
    return isRight(findings) ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    terminal.complain(`cannot read the mappings: ${error.message}`);
    return 1;
  }
}
