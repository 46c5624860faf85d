import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Running } from '../machine/startProcess.ts';
import { startNginx } from '../stub/startNginx.ts';

/** Folder in which Debian keeps modules. */
export const MODULES = '/usr/lib/nginx/modules';

/** Starts nginx with Lua that makes the upstream call as a subrequest and maps the answer; connections upstream are kept. */
export function startNginxLua(origin: string): Promise<Running> {
  const mapping = readFileSync(join(import.meta.dirname, 'mapping.lua'), 'utf8');
  return startNginx({
    seat: 'measured',
    main: `load_module ${MODULES}/ndk_http_module.so;\nload_module ${MODULES}/ngx_http_lua_module.so;`,
    http: `
      upstream v2 { server ${new URL(origin).host}; keepalive 128; keepalive_requests 1000000000; }
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $proxy_host;
      log_format line escape=json '{"method":"$request_method","path":"$uri","status":$status,"s":$request_time}';
      access_log requests.log line buffer=4k;
      lua_shared_dict counts 1m;
      init_by_lua_block {\n${mapping}\n}
    `,
    server: `
      log_by_lua_block { count() }
      location /upstream/ { internal; proxy_pass http://v2/; }
      location /v2/ { proxy_pass http://v2; }
      location /v1/accounts/by-login/ { content_by_lua_block { by_login() } }
      location = /v1/currency-offers { content_by_lua_block { list() } }
      location /v1/currency-offers/ { content_by_lua_block { update() } }
      location /metrics { content_by_lua_block { metrics() } }
    `,
  });
}
