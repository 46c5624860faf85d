/** What is known of callers by which a person may name one. */
export interface KnownCallers {
  /** Fingerprints of those that were seen. */
  readonly seen: ReadonlySet<string>;
  /** The fingerprint of the client that is called so; undefined when none is. */
  readonly named: (name: string) => string | undefined;
}

/** The fingerprint that a person means, or the sentence why it is none. */
export type ResolvedCaller =
  { readonly ok: true; readonly fingerprint: string } | { readonly ok: false; readonly sentence: string };

const WHOLE = /^[0-9a-f]{12}$/;
const PART = /^[0-9a-f]{4,11}$/;

/** Finds the caller that a text means: a client's name, a whole fingerprint, or the beginning of one that was seen. */
export function resolveCaller(text: string, { seen, named }: KnownCallers): ResolvedCaller {
  const fingerprint = named(text);
  if (fingerprint !== undefined) return { ok: true, fingerprint };
  if (WHOLE.test(text)) return { ok: true, fingerprint: text };
  const meant = PART.test(text) ? [...seen].filter((one) => WHOLE.test(one) && one.startsWith(text)) : [];
  const [only] = meant;
  if (only !== undefined && meant.length === 1) return { ok: true, fingerprint: only };
  const sentence =
    meant.length > 1
      ? `${meant.length} callers begin with ${text}: write more of it`
      : `no caller ${text}: name a client, its fingerprint (12 hex digits, as the log shows it), or at least 4 of those of a caller that was seen`;
  return { ok: false, sentence };
}
