import { apiWords } from './apiWords';

/** Segments of a path that say something about it. */
const DEPTH = 8;

function shapeOf(segment: string): string {
  if (segment === '' || apiWords.has(segment)) return segment;
  return /^\d+$/.test(segment) ? '{id}' : '{text}';
}

/** The shape of a request target, e.g. `/v1/orders/{id}` for `/v1/orders/12?page=2`: nothing in it is the client's own. */
export function pathShape(target: string): string {
  const [path = ''] = target.split('?', 1);
  const segments = path.split('/', DEPTH + 2);
  const kept = segments
    .slice(0, DEPTH + 1)
    .map(shapeOf)
    .join('/');
  return segments.length > DEPTH + 1 ? `${kept}/...` : kept;
}
