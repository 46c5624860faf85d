/** The names of the parameters in a route or path template, in their order. */
export const parameterNames = (route: string): readonly string[] =>
  [...route.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
