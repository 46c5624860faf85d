import { mergeDrift } from '../../drift/mergeDrift';
import { jsonPage } from '../../http/adminPage';
import type { AdminOptions } from '../../http/createAdminApp';
import { mergeUnlisted } from '../../http/unlisted/mergeUnlisted';
import type { Crew } from './createCrew';

/** The pages of the admin port that one process would make of what it has seen, made of what all workers have. */
export const crewPages = ({ each }: Pick<Crew, 'each'>): AdminOptions['pages'] => ({
  '/drift': async () => jsonPage(mergeDrift(await each('drift', undefined))),
  '/unlisted': async () => jsonPage(mergeUnlisted(await each('unlisted', undefined))),
});
