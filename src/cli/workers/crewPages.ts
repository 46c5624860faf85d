import { mergeDrift } from '../../drift/mergeDrift';
import { jsonPage } from '../../http/adminPage';
import type { AdminOptions } from '../../http/createAdminApp';
import { createTail, createTailPages } from '../../http/createTail';
import { mergeUnlisted } from '../../http/unlisted/mergeUnlisted';
import { systemClock as clock } from '../systemClock';
import type { Crew } from './createCrew';

/** The pages of the admin port that one process would make of what it has seen, made of what all workers have. */
export const crewPages = ({ each }: Pick<Crew, 'each'>): AdminOptions['pages'] => ({
  '/drift': async () => jsonPage(mergeDrift(await each('drift', undefined))),
  '/unlisted': async () => jsonPage(mergeUnlisted(await each('unlisted', undefined))),
});

/** The requests of all workers as they come. */
export const crewTail = ({ each }: Pick<Crew, 'each'>): AdminOptions['tail'] =>
  createTailPages(createTail({ clock, pull: () => each('tailed', undefined) }));
