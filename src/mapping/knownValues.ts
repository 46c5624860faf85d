import type { Source } from './sourcePath';

/** The values that v2 declares for a source; undefined where it declares none. */
export const knownValues = ({ field }: Source): readonly string[] | undefined =>
  field?.kind === 'text' ? field.known : undefined;
