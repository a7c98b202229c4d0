import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { InstanceId } from './ids.ts'
import { Instance } from './instances.ts'
import { Balance } from './ledger.ts'
import { Machine } from './machines.ts'
import { Timestamp } from './values.ts'

/** What the web app must know before anyone signs in. */
export const PublicConfig = z.strictObject({
  name: z.string(),
  description: z.string(),
  version: z.string(),
  url: z.string(),
  captcha: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('altcha') }),
    z.strictObject({ kind: z.literal('turnstile'), site_key: z.string() }),
  ]),
})
export type PublicConfig = z.infer<typeof PublicConfig>

/** Something an account should know now; the same `key` is told once. */
export const Notice = z.strictObject({
  key: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  instance_id: InstanceId.nullable(),
  at: Timestamp,
})
export type Notice = z.infer<typeof Notice>

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    auth: 'public',
    summary: 'ok while the process serves',
    transport: 'bare',
    response: z.strictObject({ status: z.literal('ok') }),
    perMinute: 6_000,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    auth: 'public',
    summary: 'Whether everything this server needs answers, part by part; 503 when one does not',
    transport: 'bare',
    response: z.strictObject({
      ready: z.boolean(),
      parts: z.record(z.string(), z.strictObject({ ok: z.boolean(), text: z.string() })),
    }),
    perMinute: 6_000,
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/config',
    auth: 'public',
    summary: 'Name, version and human check of this installation',
    response: PublicConfig,
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    auth: 'public',
    summary: 'This API as an OpenAPI 3.1 document',
    transport: 'bare',
    response: z.record(z.string(), z.unknown()),
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    auth: 'session',
    summary: 'Everything of yours that changes, as it changes; resumes after Last-Event-ID',
    transport: 'sse',
    events: {
      instance: Instance,
      machine: Machine,
      balance: Balance,
      notice: Notice,
      /** Offers appeared, went or changed price: search again. */
      offers: z.strictObject({}),
    },
  }),
} as const
