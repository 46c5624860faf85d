/** When what ends, for people and programs that still speak v1. */
export interface Ending {
  /** The sunset of v1, clock ms. */
  readonly sunset: number;
  /** When this gateway itself ends, clock ms; undefined while nobody has said so. */
  readonly end: number | undefined;
  /** Page that explains the migration. */
  readonly guide: string | undefined;
}

/** The headers of every answer to a v1 client: `Deprecation` and its link (RFC 9745), `Sunset` (RFC 8594). */
export function v1Headers({ sunset, end, guide }: Ending): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Math.floor(sunset / 1000)}`,
    ...(end === undefined ? {} : { sunset: new Date(end).toUTCString() }),
    ...(guide === undefined ? {} : { link: `<${guide}>; rel="deprecation"` }),
  };
}
