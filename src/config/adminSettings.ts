import { z } from 'zod';
import { host, port, secret, settingFacts as facts, text } from './settingKinds';

/** Settings of the admin port and of who may change something there. */
export const adminSettings = z.strictObject({
  host: host('Address of the admin port (/healthz, /readyz, /guide, /metrics and others).'),
  port: port(8081, 'Admin port.'),
  token: secret(
    'Token that allows everything on the admin port, in the name admin; this or admin.tokens is required where others reach the port.',
  ),
  tokens: text().optional().register(facts, {
    about: 'File of named tokens with roles: `lifeboat admin add NAME --role operator` makes them.',
    wants: 'the path of a file',
    example: 'tokens.json',
    file: true,
  }),
  trustedUser: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/)
    .optional()
    .register(facts, {
      about: 'Header in which a trusted proxy names its user, who then acts as operator.',
      wants: 'the name of a header',
      example: 'X-Forwarded-User',
    }),
  trustedProxies: z
    .string()
    .regex(/^[\dA-Fa-f.:]+(?:, ?[\dA-Fa-f.:]+)*$/)
    .optional()
    .register(facts, {
      about:
        'Addresses of the proxies whose admin.trustedUser is believed; nobody else reaches the port past them.',
      wants: 'addresses separated by commas, such as 10.0.0.5',
      example: '10.0.0.5',
    }),
});
