import { join } from 'node:path';

/** The mappings that come with the package; both `src` and the built `dist` stand beside them. */
export const SHIPPED_MAPPINGS = join(__dirname, '..', '..', 'mappings');
