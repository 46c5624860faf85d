import type { PagedList } from '../../mapping/operation';
import { withValueAt } from '../../translation/withValueAt';
import { pageOf } from '../pageOf';
import { idIn, type Plot, requestOf } from '../plot';
import { flagsOf } from './flagsOf';
import type { Asking, Cast, Scene } from './scene';

/** Which v1 page is asked for, and by which words of the query. */
function pageAsked({ query }: Plot, asking: Asking, items: number) {
  const [page, size] = query.filter(({ most }) => most !== undefined);
  const words = (number: number, of: number) =>
    asking === 'nothing'
      ? {}
      : { ...(number === 1 ? {} : { [page?.name ?? '']: String(number) }), [size?.name ?? '']: String(of) };
  const { usual = 1, most = 1 } = size ?? {};
  const [number, of] = asking === 'everything' ? [2, items] : [1, asking === 'most' ? most : usual];
  return { number, size: of, words: words(number, of) };
}

/** One v2 page that holds all objects: the second where a page of just their number is asked for, else the first. */
export function listScene(plot: Plot, list: PagedList, { objects, number, asking }: Cast): Scene {
  const asked = pageAsked(plot, asking, objects.length);
  const items = objects.map((object, index) => withValueAt(object, plot.idPath, idIn(number) + index));
  const place = { number: asked.number, size: Math.min(asked.size, list.most) };
  const page = { status: 200, body: pageOf(items, place) };
  return {
    request: requestOf(plot, number, { ...flagsOf(plot.query, asking), ...asked.words }),
    answers: new Map([[`${list.path}?${list.query(place.number, place.size)}`, page]]),
  };
}
