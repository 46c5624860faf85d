/** The path of a route: `/v2/games` of `GET /v2/games`. */
export const routePath = (route: string): string => route.slice(route.indexOf(' ') + 1);
