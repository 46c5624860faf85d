/**
 * Compiles a path template such as `/v2/account-offers/{account}` into a function that fills it with encoded values;
 * `sourceOf` names the value for each parameter, one that is not there is empty.
 */
export function compilePath(
  template: string,
  sourceOf: (name: string) => string,
): (values: Readonly<Record<string, string>>) => string {
  // Split at its parameters, every second part is a name.
  const [start = '', ...rest] = template.split(/\{(\w+)\}/);
  const parts = rest.flatMap((text, index) =>
    index % 2 === 0 ? [[sourceOf(text), rest[index + 1] ?? ''] as const] : [],
  );
  return (values) => {
    let path = start;
    for (const [source, after] of parts) path += encodeURIComponent(values[source] ?? '') + after;
    return path;
  };
}
