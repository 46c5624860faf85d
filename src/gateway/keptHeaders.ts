/** What v1 clients steer by; everything else the upstream says about itself stays here. */
const kept = ['retry-after', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** A number or a date; an upstream has no other use for these headers. */
const plain = /^[\w ,:+.-]{1,64}$/;

/** The upstream headers that go on to the client: `Retry-After` and the rate limits. */
export function keptHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const going: Record<string, string> = {};
  for (const name of kept) {
    const value = headers[name];
    if (value !== undefined && plain.test(value)) going[name] = value;
  }
  return going;
}
