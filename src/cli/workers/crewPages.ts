import { mergeDrift } from '../../drift/mergeDrift';
import { jsonPage } from '../../http/adminPage';
import type { AdminOptions } from '../../http/createAdminApp';
import { grafanaDashboard } from '../../http/grafanaDashboard';
import { mergeMetrics, type MetricValues } from '../../http/mergeMetrics';
import { mergeUnlisted } from '../../http/unlisted/mergeUnlisted';
import type { Crew } from './createCrew';

/**
 * The pages of the admin port that one process would make of what it has seen, made of what all workers have; `own` are the
 * metrics of the head.
 */
export const crewPages = (
  { each }: Pick<Crew, 'each'>,
  own: () => Promise<MetricValues>,
): AdminOptions['pages'] => ({
  '/drift': async () => jsonPage(mergeDrift(await each('drift', undefined))),
  '/metrics': async () => mergeMetrics([...(await each('metrics', undefined)), await own()]),
  '/unlisted': async () => jsonPage(mergeUnlisted(await each('unlisted', undefined))),
  '/grafana.json': () => jsonPage(grafanaDashboard()),
});
