import { printYaml } from '../../mapping/yaml/printYaml';
import type { DeployFile, DeployPlan } from './deployPlan';

const labels = { app: 'lifeboat' };
const metadata = { name: 'lifeboat', labels };

const probe = (path: string, periodSeconds: number) => ({
  httpGet: { path, port: 'admin' },
  periodSeconds,
  timeoutSeconds: 5,
});

const secret = (name: string, key: string) => ({
  name,
  valueFrom: { secretKeyRef: { name: 'lifeboat', key } },
});

/** Entries that several pods need: one database, and one secret for the logins in its index. */
const shares = [secret('LIFEBOAT_STORE', 'store'), secret('LIFEBOAT_INDEX_SECRET', 'index-secret')];

const container = (
  { version, port, adminPort, v2, v1 }: DeployPlan,
  more: readonly ReturnType<typeof secret>[],
) => ({
  name: 'lifeboat',
  image: `lifeboat:${version}`,
  args: ['serve'],
  ports: [
    { name: 'gateway', containerPort: port },
    { name: 'admin', containerPort: adminPort },
  ],
  env: [
    ...(v2 === undefined ? [] : [{ name: 'LIFEBOAT_UPSTREAM_V2', value: v2 }]),
    ...(v1 === undefined ? [] : [{ name: 'LIFEBOAT_UPSTREAM_V1', value: v1 }]),
    { name: 'LIFEBOAT_LISTEN_PORT', value: String(port) },
    { name: 'LIFEBOAT_ADMIN_PORT', value: String(adminPort) },
    { name: 'LIFEBOAT_ADMIN_HOST', value: '0.0.0.0' },
    secret('LIFEBOAT_ADMIN_TOKEN', 'admin-token'),
    ...more,
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

const pod = (
  plan: DeployPlan,
  more: readonly ReturnType<typeof secret>[],
  volumes: readonly {
    readonly name: string;
    readonly persistentVolumeClaim: { readonly claimName: string };
  }[],
) => ({
  metadata: { labels },
  spec: {
    automountServiceAccountToken: false,
    terminationGracePeriodSeconds: plan.stopSeconds,
    restartPolicy: 'Always',
    securityContext: {
      ...{ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000 },
      seccompProfile: { type: 'RuntimeDefault' },
    },
    containers: [container(plan, more)],
    volumes: [...volumes, { name: 'tmp', emptyDir: {} }],
  },
});

const deployment = (plan: DeployPlan) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata,
  spec: {
    replicas: 1,
    strategy: { type: 'Recreate' },
    selector: { matchLabels: labels },
    template: pod(plan, [], [{ name: 'data', persistentVolumeClaim: { claimName: 'lifeboat' } }]),
  },
});

const claimSpec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

/** Each pod has a volume of its own: writes under way are noted there, and its next start reads them back. */
const statefulSet = (plan: DeployPlan) => ({
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata,
  spec: {
    ...{ replicas: 2, serviceName: 'lifeboat', podManagementPolicy: 'Parallel' },
    selector: { matchLabels: labels },
    template: pod(plan, shares, []),
    volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claimSpec }],
  },
});

/** An example: the figures depend on what the clients of a shop do. */
const autoscaler = {
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata,
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'lifeboat' },
    ...{ minReplicas: 2, maxReplicas: 6 },
    metrics: [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 70 } },
      },
    ],
    behavior: { scaleDown: { stabilizationWindowSeconds: 600 } },
  },
};

const claim = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata,
  spec: claimSpec,
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

const manifest = (text: readonly string[]): readonly DeployFile[] => [
  { name: 'lifeboat.kubernetes.yaml', text: text.join('---\n') },
];

const SERVICE = "The old programs' base URL: the admin port is not in it.";
const BUDGET = 'Lets a node be drained, one pod at a time.';

/** Renders Deployment, volume, Service and PodDisruptionBudget: one pod, because a store of SQLite has one machine. */
export const kubernetesFiles = (plan: DeployPlan): readonly DeployFile[] =>
  manifest([
    printYaml(
      deployment(plan),
      'First: kubectl create secret generic lifeboat --from-literal=admin-token=$(openssl rand -hex 32). One pod: the store is a file of its machine, so the next pod starts when the last has ended.',
    ),
    printYaml(claim, 'Stages, evidence and ambiguous writes outlive the pod.'),
    printYaml(service(plan), SERVICE),
    printYaml(budget, BUDGET),
  ]);

/** Renders several pods that share one PostgreSQL database, and an autoscaler for them. */
export const sharedKubernetesFiles = (plan: DeployPlan): readonly DeployFile[] =>
  manifest([
    printYaml(
      statefulSet(plan),
      `Pods that share one PostgreSQL database (14 or later), which is yours to run. First the secret:
  kubectl create secret generic lifeboat --from-literal=admin-token=$(openssl rand -hex 32) \\
    --from-literal=index-secret=$(openssl rand -hex 32) --from-literal=store=postgres://USER:PASSWORD@HOST/DATABASE
Stages are moved at the admin port of any pod; all obey before the answer.`,
    ),
    printYaml(service(plan), SERVICE),
    printYaml(budget, BUDGET),
    printYaml(
      autoscaler,
      'An example: starts further pods when two are busy, and ends them after ten quiet minutes.',
    ),
  ]);
