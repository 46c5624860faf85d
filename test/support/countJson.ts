/** Characters that went through JSON while something ran: one pass over a document is as many as it has. */
export interface JsonWork {
  readonly parsed: number;
  readonly printed: number;
}

/** Runs an action with JSON watched. Everything in the process counts, so nothing else may use it meanwhile. */
export async function countJson(action: () => Promise<unknown>): Promise<JsonWork> {
  const { parse, stringify } = JSON;
  let [parsed, printed] = [0, 0];
  JSON.parse = ((...parseArguments: Parameters<typeof parse>): unknown => {
    parsed += parseArguments[0].length;
    return parse(...parseArguments);
  }) as typeof parse;
  JSON.stringify = ((...stringifyArguments: Parameters<typeof stringify>) => {
    const text = stringify(...stringifyArguments) as string | undefined;
    printed += text?.length ?? 0;
    return text;
  }) as typeof stringify;
  try {
    await action();
  } finally {
    Object.assign(JSON, { parse, stringify });
  }
  return { parsed, printed };
}
