import { type Cast, playOf, type Scene, type Script, type ScriptSetup } from './scenes';
import type { ResolvedParameter } from '../../mapping/compile/query/resolveQuery';

const excess = ({ most }: ResolvedParameter): string => (most === undefined ? 'perhaps' : String(most + 1));

/** Scripts of requests whose query v1 refuses: a flag that is neither true nor false, a number that is too large. */
const queryScripts = (
  query: readonly ResolvedParameter[],
  { request, answer }: Omit<Script, 'name'>,
): readonly Script[] =>
  query
    .filter(({ isFree }) => isFree !== true)
    .map((parameter) => {
      const value = excess(parameter);
      const [path] = request.path.split('?');
      return {
        name: `takes no ${parameter.name} of ${value}`,
        request: { ...request, path: `${path ?? ''}?${parameter.name}=${value}` },
        answer,
      };
    });

/** Scripts of the query: nothing asked for, the largest page, and refused values. */
export function askedScripts(
  { operation, query, sent }: ScriptSetup,
  sceneWith: (cast: Partial<Cast>) => Scene,
): readonly Script[] {
  if (query.length === 0 && sent === undefined) return [];
  // What no line names, and what a line leaves out.
  const unmappedNames =
    sent === undefined ? [] : ['unnamed', ...sent.losses.map(({ member }) => member.slice(1))];
  const most: Script = { name: 'takes the largest page', ...playOf(sceneWith({ asking: 'most' })) };
  return [
    { name: 'shows what is not asked for as v1 does', ...playOf(sceneWith({ asking: 'nothing' })) },
    ...(operation.list === undefined ? [] : [most]),
    ...queryScripts(query, playOf(sceneWith({}))),
    ...query.flatMap(({ name, words = [] }) =>
      words.map((word) => ({
        name: `asks for ${name} ${word}`,
        ...playOf(sceneWith({ query: { [name]: word } })),
      })),
    ),
    ...unmappedNames.map((name) => ({
      name: `is asked with ${name}`,
      ...playOf(sceneWith({ query: { [name]: '1' } })),
    })),
  ];
}
