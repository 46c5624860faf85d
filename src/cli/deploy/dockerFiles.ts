import { monitoringFile } from '../../runtime/packageVersion';
import {
  CONTAINER_CONFIG,
  MEMORY_OPTION,
  type DeployFile,
  type DeployKind,
  type DeployPlan,
  secretFiles,
} from './deployPlan';

const IMAGE = 'node:24-bookworm-slim';

/** Comment on who may read the settings in a container: Lifeboat refuses a table of keys that other users can read. */
const OWNER = `The container's user is 1000, and only the owner may read the settings:
  sudo chown -R 1000 secrets/config`;

const commentText = (text: string): string => text.replaceAll(/^/gm, '# ');

/** Path of the program in a container; from there, packages beside it are found in any working folder. */
const PROGRAM_PATH = '/node_modules/lifeboat/dist/cli.js';

/**
 * Renders a Dockerfile: without root, compiler and settings, and with writes only below /data. `besidePackages` are
 * further packages, each after a space.
 */
const dockerFiles = (
  { version, port, adminPort }: DeployPlan,
  besidePackages = '',
): readonly DeployFile[] => [
  {
    name: 'Dockerfile',
    text: `${commentText(OWNER)}
# Then:
#   docker build -t lifeboat:${version} .
#   docker run --restart unless-stopped --read-only --tmpfs /tmp -v lifeboat:/data -v "$PWD/secrets/config:/config:ro" \\
#     --env-file secrets/lifeboat.env -p ${port}:${port} lifeboat:${version}
# To build from the same base each time, put its digest behind the tag of both FROM lines, as in ${IMAGE}@sha256:...
# This prints it: docker buildx imagetools inspect ${IMAGE}

FROM ${IMAGE} AS build
WORKDIR /app
# No package runs a script, and none needs a compiler.
RUN npm install --omit=dev --ignore-scripts --no-fund lifeboat@${version}${besidePackages}

FROM ${IMAGE}
WORKDIR /data
COPY --from=build /app/node_modules /node_modules
RUN chown node:node /data
ENV NODE_ENV=production NODE_OPTIONS=${MEMORY_OPTION}
USER node
VOLUME /data
EXPOSE ${port} ${adminPort}
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["node", "${PROGRAM_PATH}", "health", "--config", "${CONTAINER_CONFIG}"]
ENTRYPOINT ["node", "${PROGRAM_PATH}"]
CMD ["serve", "--config", "${CONTAINER_CONFIG}"]
`,
  },
  { name: '.dockerignore', text: '*\n' },
];

/** One container. */
export const dockerKind: DeployKind = {
  runs: 'container',
  files: (plan) => [...dockerFiles(plan), ...secretFiles(plan)],
};

/** The package of OpenTelemetry that the gateway is started with; the health check runs without it. */
const TRACING = '@opentelemetry/auto-instrumentations-node';
const TRACING_VERSION = '0.82.0';

const composeFile = ({ port, adminPort, stopSeconds }: DeployPlan): string => `${commentText(OWNER)}
# Then: docker compose up -d. Grafana is at http://127.0.0.1:3000, with metrics, and the traces of one request in ten.
services:
  lifeboat:
    build: .
    read_only: true
    tmpfs: [/tmp]
    cap_drop: [ALL]
    security_opt: ['no-new-privileges:true']
    restart: unless-stopped
    stop_grace_period: ${stopSeconds}s
    entrypoint: [node, --import, '${TRACING}/register', ${PROGRAM_PATH}]
    command: [serve, --config, ${CONTAINER_CONFIG}]
    env_file: [./secrets/lifeboat.env]
    environment:
      OTEL_SERVICE_NAME: lifeboat
      OTEL_EXPORTER_OTLP_ENDPOINT: http://jaeger:4318
      OTEL_NODE_ENABLED_INSTRUMENTATIONS: runtime-node
      # The others ask the addresses of three clouds at each start.
      OTEL_NODE_RESOURCE_DETECTORS: env
      OTEL_METRICS_EXPORTER: none
      OTEL_LOGS_EXPORTER: none
      OTEL_TRACES_SAMPLER: parentbased_traceidratio
      OTEL_TRACES_SAMPLER_ARG: '0.1'
    ports: ['127.0.0.1:${port}:${port}', '127.0.0.1:${adminPort}:${adminPort}']
    volumes: ['lifeboat:/data', './secrets/config:/config:ro']
  prometheus:
    image: prom/prometheus:v3.5.0
    restart: unless-stopped
    command:
      - --config.file=/etc/prometheus/prometheus.yml
      - --storage.tsdb.path=/prometheus
      - --enable-feature=exemplar-storage
    volumes:
      - ./prometheus.yml:/etc/prometheus/prometheus.yml:ro
      - ./alerts.yaml:/etc/prometheus/alerts.yaml:ro
      - prometheus:/prometheus
    secrets: [admin_token]
  # Takes OTLP, and keeps the latest traces in memory.
  jaeger:
    image: jaegertracing/jaeger:2.11.0
    restart: unless-stopped
    environment: { JAEGER_LISTEN_HOST: 0.0.0.0 }
  grafana:
    image: grafana/grafana:12.1.0
    restart: unless-stopped
    ports: ['127.0.0.1:3000:3000']
    volumes: ['./grafana:/etc/grafana/provisioning:ro', 'grafana:/var/lib/grafana']
secrets: { admin_token: { file: ./secrets/admin-token } }
volumes: { lifeboat: {}, prometheus: {}, grafana: {} }
`;

const scrapeFile = ({ adminPort }: DeployPlan): string => `# Reads the metrics of the admin port.
global: { scrape_interval: 15s }
rule_files: [alerts.yaml]
scrape_configs:
  - job_name: lifeboat
    authorization: { credentials_file: /run/secrets/admin_token }
    static_configs: [{ targets: ['lifeboat:${adminPort}'] }]
`;

const SOURCES = `# Where Grafana reads.
apiVersion: 1
datasources:
  - name: Prometheus
    type: prometheus
    url: http://prometheus:9090
    isDefault: true
    jsonData: { exemplarTraceIdDestinations: [{ name: trace_id, datasourceUid: jaeger }] }
  - { name: Jaeger, type: jaeger, uid: jaeger, url: 'http://jaeger:16686' }
`;

const BOARDS = `# Where the dashboard is.
apiVersion: 1
providers: [{ name: lifeboat, type: file, options: { path: /etc/grafana/provisioning/dashboards } }]
`;

/** A container with its monitoring: Prometheus with its alerts, Jaeger, and Grafana with its dashboard. */
export const composeKind: DeployKind = {
  runs: 'reached',
  files: (plan) => [
    ...dockerFiles(plan, ` ${TRACING}@${TRACING_VERSION}`),
    { name: 'compose.yaml', text: composeFile(plan) },
    { name: 'prometheus.yml', text: scrapeFile(plan) },
    { name: 'alerts.yaml', text: monitoringFile('alerts.yaml') },
    { name: 'grafana/datasources/prometheus.yaml', text: SOURCES },
    { name: 'grafana/dashboards/lifeboat.yaml', text: BOARDS },
    { name: 'grafana/dashboards/lifeboat.json', text: monitoringFile('grafana.json') },
    ...secretFiles(plan),
    // Prometheus runs as another user and has to read it; the folder keeps all other users out.
    { name: 'secrets/admin-token', text: plan.adminToken, mode: 0o644 },
  ],
};
