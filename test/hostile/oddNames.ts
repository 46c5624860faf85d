/** Every member name of `Object.prototype`: `__proto__`, `constructor`, `hasOwnProperty` .. */
export const prototypeNames: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

/** Header names that Node's parser, its messages or undici treat in a way of their own. */
const specialNames: readonly string[] = [
  ...[
    'From',
    'Vary',
    'Server',
    'Origin',
    'Accept',
    'Expires',
    'If-Match',
    'If-None-Match',
    'If-Modified-Since',
  ],
  ...['If-Unmodified-Since', 'Last-Modified', 'Max-Forwards', 'Cache-Control', 'Accept-Encoding'],
  ...['Accept-Language', 'Proxy-Authorization', 'X-Forwarded-Host', 'X-Forwarded-Proto'],
  ...['Connection', 'Keep-Alive', 'Proxy-Connection', 'Transfer-Encoding', 'Content-Length', 'Trailer', 'TE'],
  ...['Upgrade', 'Expect', 'Host', 'Date', 'Cookie', 'Set-Cookie', 'Content-Type', 'Content-Encoding', 'Age'],
  ...['Authorization', 'ETag', 'Location', 'Referer', 'User-Agent', 'Content-Disposition', 'Retry-After'],
  ...['HTTP2-Settings', 'X-Forwarded-For', 'X-Request-Id', 'prototype', 'length', 'then', 'toJSON'],
];

/** Header names that a program has to take as names and as nothing else. */
export const oddNames: readonly string[] = [...prototypeNames, ...specialNames];
