import { printYaml } from '../../mapping/yaml/printYaml';
import type { DeployFile, DeployPlan } from './deployPlan';
import { dockerFiles } from './dockerFiles';

const START = `Two gateways that share one PostgreSQL database, behind a balancer. First, the secrets that both need:
  for name in LIFEBOAT_ADMIN_TOKEN LIFEBOAT_INDEX_SECRET LIFEBOAT_DB_PASSWORD; do
    echo "$name=$(openssl rand -hex 32)"; done > .env
Then: docker compose up -d. Stages are moved at either admin port; both obey before the answer.`;

const required = (name: string): string => `\${${name}:?is missing, see the top of this file}`;

const gateway = ({ stopSeconds, adminPort }: DeployPlan, name: string, port: number): unknown => ({
  build: '.',
  read_only: true,
  tmpfs: ['/tmp'],
  // Writes under way are noted here, on the machine: the next start reads them back.
  volumes: [`${name}:/data`],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
  stop_grace_period: `${stopSeconds}s`,
  depends_on: { postgres: { condition: 'service_healthy' } },
  environment: {
    LIFEBOAT_STORE: 'postgres://lifeboat:${LIFEBOAT_DB_PASSWORD}@postgres:5432/lifeboat',
    LIFEBOAT_INDEX_SECRET: required('LIFEBOAT_INDEX_SECRET'),
    LIFEBOAT_ADMIN_HOST: '0.0.0.0',
    LIFEBOAT_ADMIN_TOKEN: required('LIFEBOAT_ADMIN_TOKEN'),
  },
  ports: [`127.0.0.1:${port}:${adminPort}`],
});

const composed = (plan: DeployPlan): unknown => ({
  services: {
    postgres: {
      image: 'postgres:18',
      restart: 'unless-stopped',
      environment: {
        POSTGRES_USER: 'lifeboat',
        POSTGRES_DB: 'lifeboat',
        POSTGRES_PASSWORD: required('LIFEBOAT_DB_PASSWORD'),
      },
      volumes: ['postgres:/var/lib/postgresql'],
      healthcheck: { test: ['CMD', 'pg_isready', '-U', 'lifeboat'], interval: '2s', retries: 30 },
    },
    'gateway-1': gateway(plan, 'gateway-1', plan.adminPort),
    'gateway-2': gateway(plan, 'gateway-2', plan.adminPort + 1),
    balancer: {
      image: 'haproxy:3.2-alpine',
      restart: 'unless-stopped',
      depends_on: ['gateway-1', 'gateway-2'],
      ports: [`127.0.0.1:${plan.port}:${plan.port}`],
      volumes: ['./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro'],
    },
  },
  volumes: { postgres: {}, 'gateway-1': {}, 'gateway-2': {} },
});

const balancer = ({
  port,
  adminPort,
}: DeployPlan): string => `# Sends nothing twice: a write whose answer is lost may have been executed.
defaults
  mode http
  retries 0
  timeout connect 3s
  timeout client 75s
  timeout server 75s
  timeout check 2s

frontend v1
  bind :${port}
  default_backend lifeboat

backend lifeboat
  balance roundrobin
  option httpchk GET /readyz
  default-server resolvers docker init-addr none check port ${adminPort} inter 1s fall 2 rise 1
  server gateway-1 gateway-1:${port}
  server gateway-2 gateway-2:${port}

resolvers docker
  parse-resolv-conf
`;

/** Renders a compose file with two gateways on one PostgreSQL database, and a balancer in front of them. */
export const sharedComposeFiles = (plan: DeployPlan): readonly DeployFile[] => [
  ...dockerFiles(plan),
  { name: 'compose.yaml', text: printYaml(composed(plan), START) },
  { name: 'haproxy.cfg', text: balancer(plan) },
];
