/** Whether a pattern such as `PATCH /v2/currency-offers/{currencyOffer}`, `GET *`, `* /v2/games` or `*` means a call. */
export function routeMatches(pattern: string, method: string, route: string): boolean {
  if (pattern === '*') return true;
  const [wantedMethod = '', wantedRoute = ''] = pattern.split(' ', 2);
  return (wantedMethod === '*' || wantedMethod === method) && (wantedRoute === '*' || wantedRoute === route);
}
