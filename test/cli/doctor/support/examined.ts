import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doctor, type DoctorOptions } from '../../../../src/cli/doctor/doctor.js';
import type { Check, Finding, DoctorFinding } from '../../../../src/cli/doctor/doctorFindings.js';
import type { Clock } from '../../../../src/contract/clock.js';
import { realClock } from '../../../support/realClock.ts';
import { recordingTerminal } from '../../../support/recordingTerminal.ts';
import { shippedFolder } from '../../../support/shipped.ts';

/** The shipped mappings without their fixtures, which take most of the doctor's time. */
const bareMappings = mkdtempSync(join(tmpdir(), 'lifeboat-'));
cpSync(shippedFolder, bareMappings, { recursive: true, filter: (path) => !path.endsWith('fixtures') });
process.once('exit', () => rmSync(bareMappings, { recursive: true }));

/** Results of a run of the doctor. */
export interface Examined {
  readonly code: number;
  readonly findings: readonly Finding[];
  /** `severity subject: message` of every finding about a subject. */
  readonly about: (subject: string) => readonly string[];
  /** The complete output. */
  readonly printed: string;
}

/** Runs `lifeboat doctor --json` with settings from environment variables, by default without fixtures. */
export async function examined(
  environment: Readonly<Record<string, string>>,
  options: Partial<DoctorOptions> = {},
  clock: Clock = realClock,
): Promise<Examined> {
  const terminal = recordingTerminal();
  const withMappings = { LIFEBOAT_MAPPINGS: bareMappings, ...environment };
  const code = await doctor({ json: true, ...options }, { environment: withMappings, terminal }, clock);
  const printed = [...terminal.out, ...terminal.err].join('\n');
  const { findings } = JSON.parse(printed) as { findings: Finding[] };
  const lines = (subject: string) =>
    findings
      .filter((finding) => finding.subject === subject)
      .map(({ severity, message }) => `${severity}: ${message}`);
  return { code, findings, about: lines, printed };
}

/** Collects what a check finds. */
export async function allOf(check: Check): Promise<readonly DoctorFinding[]> {
  const all: DoctorFinding[] = [];
  for await (const finding of check) all.push(finding);
  return all;
}
