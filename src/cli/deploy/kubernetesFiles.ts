import { printYaml } from '../../mapping/yaml/printYaml';
import type { DeployFile, DeployPlan } from './deployPlan';

const labels = { app: 'lifeboat' };
const metadata = { name: 'lifeboat', labels };

const probe = (path: string, periodSeconds: number) => ({
  httpGet: { path, port: 'admin' },
  periodSeconds,
  timeoutSeconds: 5,
});

const container = ({ version, port, adminPort, v2, v1 }: DeployPlan) => ({
  name: 'lifeboat',
  image: `lifeboat:${version}`,
  args: ['serve'],
  ports: [
    { name: 'gateway', containerPort: port },
    { name: 'admin', containerPort: adminPort },
  ],
  env: [
    { name: 'LIFEBOAT_UPSTREAM_V2', value: v2 ?? 'https://api.example.com' },
    ...(v1 === undefined ? [] : [{ name: 'LIFEBOAT_UPSTREAM_V1', value: v1 }]),
    { name: 'LIFEBOAT_LISTEN_PORT', value: String(port) },
    { name: 'LIFEBOAT_ADMIN_PORT', value: String(adminPort) },
    { name: 'LIFEBOAT_ADMIN_HOST', value: '0.0.0.0' },
    {
      name: 'LIFEBOAT_ADMIN_TOKEN',
      valueFrom: { secretKeyRef: { name: 'lifeboat', key: 'admin-token' } },
    },
  ],
  startupProbe: { ...probe('/readyz', 2), failureThreshold: 30 },
  readinessProbe: probe('/readyz', 5),
  livenessProbe: probe('/healthz', 10),
  resources: { requests: { cpu: '250m', memory: '192Mi' }, limits: { memory: '512Mi' } },
  securityContext: {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  },
  volumeMounts: [
    { name: 'data', mountPath: '/data' },
    { name: 'tmp', mountPath: '/tmp' },
  ],
});

const deployment = (plan: DeployPlan) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: {
    replicas: 1,
    strategy: { type: 'Recreate' },
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: plan.stopSeconds,
        securityContext: {
          ...{ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 },
          seccompProfile: { type: 'RuntimeDefault' },
        },
        containers: [container(plan)],
        volumes: [
          { name: 'data', persistentVolumeClaim: { claimName: 'lifeboat' } },
          { name: 'tmp', emptyDir: {} },
        ],
      },
    },
  },
});

const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata,
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
};

const service = ({ port }: DeployPlan) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata,
  spec: { selector: labels, ports: [{ name: 'gateway', port, targetPort: 'gateway' }] },
});

const budget = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata,
  spec: { maxUnavailable: 1, selector: { matchLabels: labels } },
};

/** Renders Deployment, volume, Service and PodDisruptionBudget: one pod, because a store of SQLite has one writer. */
export const kubernetesFiles = (plan: DeployPlan): readonly DeployFile[] => [
  {
    name: 'lifeboat.kubernetes.yaml',
    text: [
      printYaml(
        deployment(plan),
        'First: kubectl create secret generic lifeboat --from-literal=admin-token=$(openssl rand -hex 32). One pod: the store has one writer, so the next pod starts when the last has ended.',
      ),
      printYaml(claim, 'Stages, evidence and ambiguous writes outlive the pod.'),
      printYaml(service(plan), "The old programs' base URL: the admin port is not in it."),
      printYaml(budget, 'Lets a node be drained, one pod at a time.'),
    ].join('---\n'),
  },
];
