import { renderFault } from '../../document/renderFault';
import { compileMappings, type Mappings } from '../../mapping/loadMappings';
import { failure, type Result } from '../../translation/result';
import type { AcceptedMappings } from './calls';

/** The mappings that the head has accepted; a fault, told for people, is one of the program, for the head found none. */
export function compileAccepted({ texts }: AcceptedMappings): Result<Mappings, readonly string[]> {
  const mappings = compileMappings(texts);
  return mappings.ok
    ? mappings
    : failure(mappings.failure.map((fault) => renderFault(fault, { colour: false })));
}
