import { join } from 'node:path';

/** Folder of the mappings in the package, a sibling of `src` and of the built `dist`. */
export const SHIPPED_MAPPINGS = join(__dirname, '..', '..', 'mappings');
