import type { Usage } from './limit';

/** The headers that tell of a limit (observed): on every limited answer. */
export function limitHeaders(usage: Usage | undefined): Readonly<Record<string, string>> {
  if (usage === undefined) return {};
  return {
    'x-ratelimit-limit': String(usage.limit.most),
    'x-ratelimit-remaining': String(usage.limit.most - usage.used),
    'x-ratelimit-reset': String(usage.resetAt),
  };
}
