import type { Terminal } from '../terminal';
import type { MutantFindings } from './mutantFindings';

/** Prints every mutant that nothing noticed, with its line, and the score. */
export function printMutants(findings: MutantFindings, { write, complain }: Terminal): void {
  const { made, refused, noticed, equivalent, survivors, score } = findings;
  for (const { file, line, what, text } of survivors) {
    complain(`${file}:${line}: no check and no fixture notices: ${what}`);
    complain(`  ${line} | ${text}\n`);
  }
  const same = equivalent === 0 ? '' : `, ${equivalent} of the same meaning`;
  write(
    `mutants: ${made} made, ${refused} refused by the checks, ${noticed} noticed by fixtures${same}, ` +
      `${survivors.length} unnoticed: score ${(Math.floor(score * 10) / 10).toFixed(1)} %`,
  );
}
