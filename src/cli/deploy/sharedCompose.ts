import { printYaml } from '../../mapping/yaml/printYaml';
import {
  type DeployKind,
  type DeployPlan,
  reachedSettings,
  secretFiles,
  sharedFaults,
  STORE_VARIABLE,
} from './deployPlan';
import { CONTAINER_STORE, dockerFiles, OWNER } from './dockerFiles';

const START = `Two gateways that share one PostgreSQL database, behind a balancer. ${OWNER}
Then: docker compose up -d. Stages are moved at either admin port; both obey before the answer.`;

const PASSWORD = `The password of the database, which is made here: echo "LIFEBOAT_DB_PASSWORD=$(openssl rand -hex 32)" > .env`;

const required = (name: string): string => `\${${name}:?is missing, see the top of this file}`;

const gateway = ({ stopSeconds, adminPort, isShared }: DeployPlan, name: string, port: number) => ({
  build: '.',
  read_only: true,
  tmpfs: ['/tmp'],
  // Writes under way are noted here, on the machine: the next start reads them back.
  volumes: [`${name}:/data`, './secrets/config:/config:ro'],
  cap_drop: ['ALL'],
  security_opt: ['no-new-privileges:true'],
  restart: 'unless-stopped',
  stop_grace_period: `${stopSeconds}s`,
  ...(isShared
    ? { env_file: ['./secrets/lifeboat.env'] }
    : {
        depends_on: { postgres: { condition: 'service_healthy' } },
        environment: {
          LIFEBOAT_STORE: `postgres://lifeboat:${required('LIFEBOAT_DB_PASSWORD')}@postgres:5432/lifeboat`,
        },
      }),
  ports: [`127.0.0.1:${port}:${adminPort}`],
});

/** The database, where the settings name none. */
const database = {
  image: 'postgres:18',
  restart: 'unless-stopped',
  environment: {
    POSTGRES_USER: 'lifeboat',
    POSTGRES_DB: 'lifeboat',
    POSTGRES_PASSWORD: required('LIFEBOAT_DB_PASSWORD'),
  },
  volumes: ['postgres:/var/lib/postgresql'],
  healthcheck: { test: ['CMD', 'pg_isready', '-U', 'lifeboat'], interval: '2s', retries: 30 },
};

const composed = (plan: DeployPlan): unknown => ({
  services: {
    ...(plan.isShared ? {} : { postgres: database }),
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
  volumes: { ...(plan.isShared ? {} : { postgres: {} }), 'gateway-1': {}, 'gateway-2': {} },
});

const balancer = ({
  port,
  adminPort,
  isTls,
}: DeployPlan): string => `# Sends nothing twice: a write whose answer is lost may have been executed.
defaults
  mode ${isTls ? 'tcp' : 'http'}
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

/** Two gateways on one PostgreSQL database, and a balancer in front of them. */
export const sharedComposeKind: DeployKind = {
  settings: reachedSettings,
  storeFile: CONTAINER_STORE,
  faults: sharedFaults,
  files: (plan) => [
    ...dockerFiles(plan),
    {
      name: 'compose.yaml',
      text: printYaml(composed(plan), plan.isShared ? START : `${PASSWORD}\n${START}`),
    },
    { name: 'haproxy.cfg', text: balancer(plan) },
    ...secretFiles(plan).filter(({ name }) => plan.isShared || name !== STORE_VARIABLE),
  ],
};
