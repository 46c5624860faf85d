/** When v1 was declared deprecated (assumed), in milliseconds: before every clock that a marketplace starts with. */
const DEPRECATED_AT = Date.UTC(2025, 5, 1);

/** The headers by which v1 announces its end: RFC 9745 and RFC 8594. */
export const sunsetHeaders = (sunset: number): Readonly<Record<string, string>> => ({
  deprecation: `@${DEPRECATED_AT / 1_000}`,
  sunset: new Date(sunset).toUTCString(),
});
