import { leafPaths, sourcePath } from '../mapping/sourcePath';
import { joinPath } from '../contract/joinPath';
import type { Edit } from './mutant';
import type { Subject } from './subject';

/** A rule that is to read another v2 path, relative to the object its path starts in. */
export interface Redirection {
  readonly site: Subject['attributes'][number];
  readonly to: string;
}

function accountedBy(site: Redirection['site'], from: string | undefined): string[] {
  if (from === undefined || site.entry.pick !== undefined) return [];
  const source = sourcePath(site.scope, from);
  return 'candidates' in source ? [] : [joinPath(site.base, source.accounts)];
}

/**
 * The drops as someone who believes in the redirected rules would write them: without this the start-up checks would
 * notice every redirection by its book-keeping alone, and nothing would be learnt of the fixtures.
 */
export function balancedDrops(
  { file, v2, attributes }: Subject,
  redirections: readonly Redirection[],
  id = file.envelope.id,
): Edit {
  const used = new Set([id]);
  for (const site of attributes) {
    const redirected = redirections.find((redirection) => redirection.site === site);
    for (const path of accountedBy(site, redirected?.to ?? site.entry.from)) used.add(path);
  }
  const unused = leafPaths(v2).filter((path) => !used.has(path));
  const drops = unused.map((path) => [path, file.drops?.[path] ?? 'not read any more']);
  return { path: ['drops'], value: Object.fromEntries(drops) };
}
