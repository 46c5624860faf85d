import { renderFault } from '../document/renderFault';
import { loadMappings, type Mappings } from '../mapping/loadMappings';
import { failure, type Result, success } from '../translation/result';
import { reasonOf } from './reasonOf';

/** The mappings of a folder, or every fault in them, told for people. */
export function readMappings(
  folder: string,
  options: { readonly colour: boolean },
): Result<Mappings, readonly string[]> {
  let mappings;
  try {
    mappings = loadMappings(folder);
  } catch (error) {
    return failure([
      `the mappings cannot be read: ${reasonOf(error)}`,
      '  = hint: see the setting "mappings"',
    ]);
  }
  if (mappings.ok) return success(mappings.value);
  return failure(mappings.failure.map((fault) => renderFault(fault, options)));
}
