import type { QueryParameter } from '../mapping/resolveOperation';
import type { Script } from '../mapping/script';

const excess = ({ most }: QueryParameter): string => (most === undefined ? 'perhaps' : String(most + 1));

/** Scripts of requests whose query v1 refuses: a flag that is neither true nor false, a number that is too large. */
export const queryScripts = (
  query: readonly QueryParameter[],
  { request, answer }: Omit<Script, 'name'>,
): readonly Script[] =>
  query.map((parameter) => {
    const value = excess(parameter);
    const [path] = request.path.split('?');
    return {
      name: `takes no ${parameter.name} of ${value}`,
      request: { ...request, path: `${path ?? ''}?${parameter.name}=${value}` },
      answer,
    };
  });
