import type { Script } from '../../mapping/script';
import type { Scene } from './scene';

/** Says that there is no such thing. */
export const notFound = { status: 404, body: { message: 'Resource not found.' } };

/** A scene as a script of no name; v2 answers any other path with 404. */
export const playOf = ({ request, answers }: Scene): Omit<Script, 'name'> => ({
  request,
  answer: (path) => answers.get(path) ?? notFound,
});
