import { SHIPPED_MAPPINGS } from '../config/shippedMappings';
import type { Fault } from '../document/fault';
import { renderFault } from '../document/renderFault';
import type { Difference } from '../gateway/playFixture';
import { rehearse } from '../gateway/rehearse';
import type { Ledger } from '../mapping/ledger';
import { loadFixtures } from '../mapping/loadFixtures';
import { loadMappings } from '../mapping/loadMappings';
import { renderLedger } from '../mapping/renderLedger';
import { summarizeLedgers } from '../mapping/summarizeLedgers';
import type { ExitCode } from './exitCode';
import type { Terminal } from './terminal';

export type CheckFormat = 'text' | 'json';

/** All that a check found out. */
interface Findings {
  readonly faults: readonly Fault[];
  readonly differences: readonly Difference[];
  readonly ledgers: readonly Ledger[];
  readonly fixtures: number;
  /** Names the checked texts, as `/healthz` does; empty when they are broken. */
  readonly hash: string;
}

async function examine(folder: string): Promise<Findings> {
  const mappings = loadMappings(folder);
  const fixtures = loadFixtures(folder);
  const faults = [...(mappings.ok ? [] : mappings.failure), ...(fixtures.ok ? [] : fixtures.failure)];
  if (!mappings.ok || !fixtures.ok) return { faults, differences: [], ledgers: [], fixtures: 0, hash: '' };
  const { operations, ledgers, hash } = mappings.value;
  const differences = await rehearse(fixtures.value, operations);
  return { faults, differences, ledgers, fixtures: fixtures.value.length, hash };
}

function printFindings({ faults, differences, ledgers, fixtures, hash }: Findings, terminal: Terminal): void {
  const { write, complain, colour } = terminal;
  for (const fault of faults) complain(`${renderFault(fault, { colour })}\n`);
  for (const { fixture, place, what, expected, got } of differences) {
    complain(`${place}: ${fixture}: ${what} is not as expected`);
    complain(`  expected ${JSON.stringify(expected)}`);
    complain(`  got      ${JSON.stringify(got)}\n`);
  }
  for (const ledger of ledgers) write(`${renderLedger(ledger).join('\n')}\n`);
  const failed = new Set(differences.map(({ place }) => place)).size;
  if (faults.length > 0) complain(`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`);
  else
    write(
      `${summarizeLedgers(ledgers)}\nmappings ${hash}: no faults; ${fixtures - failed} of ${fixtures} fixtures as expected`,
    );
}

/** Checks a folder of mappings, plays its fixtures and prints its account; 1 when anything is wrong. */
export async function check(
  {
    folder = SHIPPED_MAPPINGS,
    format,
  }: { readonly folder?: string | undefined; readonly format: CheckFormat },
  terminal: Terminal,
): Promise<ExitCode> {
  try {
    const findings = await examine(folder);
    if (format === 'json') terminal.write(JSON.stringify(findings, null, 2));
    else printFindings(findings, terminal);
    return findings.faults.length + findings.differences.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error;
    terminal.complain(`cannot read the mappings: ${error.message}`);
    return 1;
  }
}
