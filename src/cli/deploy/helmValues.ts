import { z } from 'zod';
import type { DeployPlan } from './deployPlan';

/** Resources that a pod requests, and its limits. */
const resources = { requests: { cpu: '250m', memory: '192Mi' }, limits: { memory: '512Mi' } };
const labels = { app: 'lifeboat' };

/** Matches a position of a template that a value fills, with the name of the value. */
export const MARK = /\bVALUE\.([\w.]+)/g;

const peers = z.array(z.looseObject({}));
const words = z.record(z.string(), z.string());

/** Creates the schema of the chart's values. It has no settings of the gateway: its Secret holds them. */
export const valuesSchema = ({ version, isShared }: DeployPlan) =>
  z.strictObject({
    image: z
      .string()
      .min(1)
      .default(`lifeboat:${version}`)
      .describe('As `docker build` of the Dockerfile named it.'),
    imagePullSecrets: z.array(z.strictObject({ name: z.string() })).default([]),
    replicas: z
      .int()
      .min(1)
      .max(isShared ? 100 : 1)
      .default(isShared ? 2 : 1),
    resources: z.looseObject({}).default(resources),
    storage: z
      .string()
      .regex(/^\d+[KMGT]i$/)
      .default('1Gi')
      .describe('Of each pod.'),
    env: words.default({}).describe('Further variables, such as OTEL_EXPORTER_OTLP_ENDPOINT; no secret.'),
    networkPolicy: z
      .strictObject({
        enabled: z.boolean(),
        gatewayFrom: peers.describe('Clients that may call the gateway; empty: all.'),
        adminFrom: peers.describe('Who may reach the admin port, such as Prometheus in another namespace.'),
      })
      .default({ enabled: true, gatewayFrom: [], adminFrom: [{ podSelector: {} }] }),
    serviceMonitor: z
      .strictObject({ enabled: z.boolean(), labels: words })
      .default({ enabled: false, labels }),
    prometheusRule: z
      .strictObject({ enabled: z.boolean(), labels: words })
      .default({ enabled: false, labels }),
    global: z.unknown().optional(),
  });
