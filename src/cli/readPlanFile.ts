import type { Plan } from '../cutover/plan';
import type { Subject } from '../cutover/evidence';
import { requirementsSchema } from '../cutover/planSchema';
import { readPlan } from '../cutover/readPlan';
import { readDocument } from '../document/readDocument';
import { renderFault } from '../document/renderFault';
import { schemaFaults } from '../document/schemaFaults';
import { failure, type Result, success } from '../translation/result';
import { readBytes } from './readBytes';

/** Words that a plan may use as keys, for "did you mean". */
const words = [
  ...['zone', 'advance', 'steps', 'resource', 'to', 'notBefore', 'window', 'require', 'onNotReady'],
  ...Object.keys(requirementsSchema.shape),
];

/** Reads a plan, or tells every fault in it with its place. */
export function readPlanFile(
  file: string,
  { resources }: Subject,
  options: { readonly colour: boolean },
): Result<Plan, readonly string[]> {
  const bytes = readBytes(file);
  if (!bytes.ok) return failure([`the plan ${bytes.failure}`]);
  const document = readDocument(file, bytes.value.toString());
  if (document.faults.length > 0) return failure(document.faults.map((fault) => renderFault(fault, options)));
  const read = readPlan(document.value, resources);
  if (read.ok) return success(read.plan);
  const faults = schemaFaults(document, read.error, words);
  return failure(faults.map((fault) => renderFault(fault, options)));
}
