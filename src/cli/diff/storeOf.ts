import { failure, type Result, success } from '../../translation/result';
import type { ComparedSubject } from './comparedSubject';

/** The file of the evidence: the one that is named, or else the configured one. */
export function storeOf(
  { store }: { readonly store?: string | undefined },
  { config }: Pick<ComparedSubject, 'config'>,
): Result<string, string> {
  const configured = config.comparison.store;
  const file = store ?? (configured.kind === 'file' ? configured.file : undefined);
  return file === undefined
    ? failure(
        'nothing is kept: name a store with --store, or set comparison.store; of mappings a recording tells more, --recording',
      )
    : success(file);
}
