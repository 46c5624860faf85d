import { printYaml } from '../../mapping/yaml/printYaml';
import { monitoringFile } from '../../runtime/packageVersion';
import type { DeployFile, DeployPlan } from './deployPlan';

const IMAGE = 'node:24-bookworm-slim';

/** Renders a Dockerfile: no root, nothing written but below /data, no compiler. */
export const dockerFiles = ({ version, port, adminPort, settings }: DeployPlan): readonly DeployFile[] => [
  {
    name: 'Dockerfile',
    text: `# Put ${settings} into this folder, then:
#   docker build -t lifeboat:${version} .
#   docker run --restart unless-stopped --read-only --tmpfs /tmp -v lifeboat:/data -p ${port}:${port} lifeboat:${version}
# To build from the same base each time, put its digest behind the tag of both FROM lines, as in ${IMAGE}@sha256:...
# This prints it: docker buildx imagetools inspect ${IMAGE}

FROM ${IMAGE} AS build
WORKDIR /app
# No package runs a script, and none needs a compiler.
RUN npm install --omit=dev --ignore-scripts --no-fund lifeboat@${version}

FROM ${IMAGE}
WORKDIR /data
COPY --from=build /app /app
COPY --chown=node:node ${settings} /config/lifeboat.yaml
RUN chown node:node /data
# Other containers reach the gateway; the admin port stays inside unless LIFEBOAT_ADMIN_HOST is set.
ENV NODE_ENV=production LIFEBOAT_LISTEN_HOST=0.0.0.0 LIFEBOAT_STORE=/data/lifeboat.db
USER node
VOLUME /data
EXPOSE ${port} ${adminPort}
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["node", "/app/node_modules/lifeboat/dist/cli.js", "health", "--config", "/config/lifeboat.yaml"]
ENTRYPOINT ["node", "/app/node_modules/lifeboat/dist/cli.js"]
CMD ["serve", "--config", "/config/lifeboat.yaml"]
`,
  },
  { name: '.dockerignore', text: `*\n!${settings}\n` },
];

const START = `First, the token of the admin port, for the gateway and for Prometheus:
  openssl rand -hex 32 > admin-token && echo "LIFEBOAT_ADMIN_TOKEN=$(cat admin-token)" > .env
Then: docker compose up -d. Grafana is at http://127.0.0.1:3000.`;

const composed = ({ port, adminPort, stopSeconds }: DeployPlan): unknown => ({
  services: {
    lifeboat: {
      build: '.',
      read_only: true,
      tmpfs: ['/tmp'],
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      restart: 'unless-stopped',
      stop_grace_period: `${stopSeconds}s`,
      environment: {
        LIFEBOAT_ADMIN_HOST: '0.0.0.0',
        LIFEBOAT_ADMIN_TOKEN: '${LIFEBOAT_ADMIN_TOKEN:?is missing, see the top of this file}',
      },
      ports: [`127.0.0.1:${port}:${port}`, `127.0.0.1:${adminPort}:${adminPort}`],
      volumes: ['lifeboat:/data'],
    },
    prometheus: {
      image: 'prom/prometheus:v3.5.0',
      restart: 'unless-stopped',
      volumes: [
        './prometheus.yml:/etc/prometheus/prometheus.yml:ro',
        './alerts.yaml:/etc/prometheus/alerts.yaml:ro',
        'prometheus:/prometheus',
      ],
      secrets: ['admin_token'],
    },
    grafana: {
      image: 'grafana/grafana:12.1.0',
      restart: 'unless-stopped',
      ports: ['127.0.0.1:3000:3000'],
      volumes: ['./grafana:/etc/grafana/provisioning:ro', 'grafana:/var/lib/grafana'],
    },
  },
  secrets: { admin_token: { file: './admin-token' } },
  volumes: { lifeboat: {}, prometheus: {}, grafana: {} },
});

const scraped = ({ adminPort }: DeployPlan): unknown => ({
  global: { scrape_interval: '15s' },
  rule_files: ['alerts.yaml'],
  scrape_configs: [
    {
      job_name: 'lifeboat',
      authorization: { credentials_file: '/run/secrets/admin_token' },
      static_configs: [{ targets: [`lifeboat:${adminPort}`] }],
    },
  ],
});

const source = {
  apiVersion: 1,
  datasources: [{ name: 'Prometheus', type: 'prometheus', url: 'http://prometheus:9090', isDefault: true }],
};

const boards = {
  apiVersion: 1,
  providers: [{ name: 'lifeboat', type: 'file', options: { path: '/etc/grafana/provisioning/dashboards' } }],
};

/** Renders a compose file with the gateway, Prometheus with its alerts, and Grafana with its dashboard. */
export const composeFiles = (plan: DeployPlan): readonly DeployFile[] => [
  ...dockerFiles(plan),
  {
    name: 'compose.yaml',
    text: printYaml(composed(plan), START),
  },
  { name: 'prometheus.yml', text: printYaml(scraped(plan), 'Reads the metrics of the admin port.') },
  { name: 'alerts.yaml', text: monitoringFile('alerts.yaml') },
  { name: 'grafana/datasources/prometheus.yaml', text: printYaml(source, 'Where Grafana reads.') },
  { name: 'grafana/dashboards/lifeboat.yaml', text: printYaml(boards, 'Where the dashboard is.') },
  {
    name: 'grafana/dashboards/lifeboat.json',
    text: monitoringFile('grafana.json'),
  },
];
