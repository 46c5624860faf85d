import { z } from 'zod';
import { printYaml } from '../../mapping/yaml/printYaml';
import { monitoringFile } from '../../runtime/packageVersion';
import type { DeployFile, DeployKind, DeployPlan } from './deployPlan';
import { MARK, valuesSchema } from './helmValues';
import { gatewayTemplates, kubernetesLimits, kubernetesSecrets } from './kubernetesFiles';

/** Writes a text in which Helm finds nothing to fill in. */
const escapeTemplate = (text: string): string => text.replaceAll('{{', '{{ "{{" }}');

/** Lets Helm fill the marked positions, with JSON, which YAML accepts anywhere. */
const helmTemplate = (text: string): string =>
  escapeTemplate(text).replaceAll(MARK, '{{ toJson .Values.$1 }}');

/** Renders the templates that only a chart has. A value switches each on. */
const optionalTemplates = ({ port, adminPort }: DeployPlan): Readonly<Record<string, string>> => ({
  // Egress stays open: the addresses of v2, the database and a collector are not known here.
  networkPolicy: `# Who may come in.
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: lifeboat, labels: { app: lifeboat } }
spec:
  podSelector: { matchLabels: { app: lifeboat } }
  policyTypes: [Ingress]
  ingress:
    - { ports: [{ port: ${port} }], from: VALUE.networkPolicy.gatewayFrom }
    - { ports: [{ port: ${adminPort} }], from: VALUE.networkPolicy.adminFrom }
`,
  serviceMonitor: `# Needs the operator of Prometheus.
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata: { name: lifeboat, labels: VALUE.serviceMonitor.labels }
spec:
  selector: { matchLabels: { app: lifeboat, port: admin } }
  endpoints:
    - port: admin
      path: /metrics
      interval: 15s
      authorization: { credentials: { name: lifeboat-admin, key: token } }
`,
  prometheusRule: `# Needs the operator of Prometheus.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: { name: lifeboat, labels: VALUE.prometheusRule.labels }
spec:
${monitoringFile('alerts.yaml').replaceAll(/^(?=.)/gm, '  ')}`,
});

const chartFiles = (plan: DeployPlan): readonly DeployFile[] => {
  const schema = valuesSchema(plan);
  const json = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  const templates = Object.entries(gatewayTemplates(plan)).map(([name, text]) => [
    name,
    name === 'mappings' ? escapeTemplate(text) : helmTemplate(text),
  ]);
  const optional = Object.entries(optionalTemplates(plan)).map(([name, text]) => [
    name,
    `{{- if .Values.${name}.enabled }}\n${helmTemplate(text)}{{- end }}\n`,
  ]);
  const chart = `# helm upgrade --install lifeboat chart
apiVersion: v2
name: lifeboat
type: application
version: ${plan.version}
appVersion: ${plan.version}
description: A gateway for programs that still speak API v1.
kubeVersion: '>=1.25.0-0'
`;
  return [
    { name: 'chart/Chart.yaml', text: chart },
    { name: 'chart/values.yaml', text: printYaml(schema.parse({}), 'What each is for: values.schema.json') },
    { name: 'chart/values.schema.json', text: `${JSON.stringify(json, null, 2)}\n` },
    ...[...templates, ...optional].map(([name = '', text = '']) => ({
      name: `chart/templates/${name}.yaml`,
      text,
    })),
    ...kubernetesSecrets(plan),
  ];
};

/** A Helm chart of the same objects: one pod, or several with a database. */
export const helmKind: DeployKind = { ...kubernetesLimits, files: chartFiles };
