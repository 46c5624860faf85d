import { readFileSync } from 'node:fs';
import type { Plan } from '../cutover/plan';
import { readPlan } from '../cutover/readPlan';
import { readDocument } from '../document/readDocument';
import { renderFault } from '../document/renderFault';
import { schemaFaults } from '../document/schemaFaults';
import { failure, type Result, success } from '../translation/result';

/** Reads a plan, or tells every fault in it with its place. */
export function readPlanFile(
  file: string,
  resources: readonly string[],
  options: { readonly colour: boolean },
): Result<Plan, readonly string[]> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return failure([`the plan cannot be read: ${error instanceof Error ? error.message : String(error)}`]);
  }
  const document = readDocument(file, text);
  if (document.faults.length > 0) return failure(document.faults.map((fault) => renderFault(fault, options)));
  const read = readPlan(document.value, resources);
  if (read.ok) return success(read.plan);
  const known = [
    'zone',
    'advance',
    'steps',
    'resource',
    'to',
    'notBefore',
    'window',
    'require',
    'onNotReady',
  ];
  const faults = schemaFaults(document, read.error, known);
  return failure(faults.map((fault) => renderFault(fault, options)));
}
