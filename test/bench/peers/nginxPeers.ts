import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from '../machine/startProcess';
import { startNginx } from '../stub/startNginx';

/** Connections to the upstream are kept, which nginx does only if configured. */
const upstream = (origin: string): string => `
  upstream v2 { server ${new URL(origin).host}; keepalive 128; keepalive_requests 1000000000; }
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $proxy_host;
`;

/** nginx that only passes on: what no program in a script language can reach. */
export const startNginxPass = (origin: string): Promise<Running> =>
  startNginx({
    seat: 'measured',
    http: upstream(origin),
    server: 'location / { proxy_pass http://v2; }',
  });

/** Folder in which Debian keeps modules. */
const MODULES = '/usr/lib/nginx/modules';

/** nginx with Lua that makes the upstream call as a subrequest and maps the answer. */
export function startNginxLua(origin: string): Promise<Running> {
  const mapping = readFileSync(join(__dirname, 'mapping.lua'), 'utf8');
  return startNginx({
    seat: 'measured',
    main: `load_module ${MODULES}/ndk_http_module.so;\nload_module ${MODULES}/ngx_http_lua_module.so;`,
    http: `${upstream(origin)}\ninit_by_lua_block {\n${mapping}\n}`,
    server: `
      location /upstream/ { internal; proxy_pass http://v2/; }
      location /v1/accounts/by-login/ { content_by_lua_block { by_login() } }
      location = /v1/currency-offers { content_by_lua_block { list() } }
      location /v1/currency-offers/ { content_by_lua_block { update() } }
    `,
  });
}
