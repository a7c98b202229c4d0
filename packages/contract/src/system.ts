import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { InstanceId, RenderJobId } from './ids.ts'
import { Instance } from './instances.ts'
import { Balance } from './ledger.ts'
import { Machine } from './machines.ts'
import { Announcement } from './operator.ts'
import { RenderJob } from './rendering.ts'
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
  /** Sign-in providers that are configured; none: no button. */
  login_providers: z.array(z.strictObject({ id: z.string(), name: z.string() })),
  /** Where the hivemind flow leads with an entered code; `null`: nowhere else. */
  hivemind_url: z.string().nullable(),
  /** The browser extension's id in its store, to hand it its token; `null`: only by page message. */
  extension_id: z.string().nullable(),
  extension_store_url: z.string().nullable(),
  blog_url: z.string().nullable(),
})
export type PublicConfig = z.infer<typeof PublicConfig>

/** Something an account should know now; the same `key` is told once. */
export const Notice = z.strictObject({
  key: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  instance_id: InstanceId.nullable(),
  render_job_id: RenderJobId.nullable(),
  at: Timestamp,
})
export type Notice = z.infer<typeof Notice>

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    auth: 'public',
    summary: 'ok while the process serves; 503 while the operator has maintenance on',
    transport: 'bare',
    response: z.strictObject({ status: z.literal('ok') }),
    errors: ['under_maintenance'],
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
  announcements: endpoint({
    method: 'GET',
    path: '/api/announcements',
    auth: 'public',
    summary: 'What the operator announces now',
    response: z.array(Announcement),
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
    scope: 'account:read',
    summary: 'Everything of yours that changes, as it changes; resumes after Last-Event-ID',
    transport: 'sse',
    events: {
      instance: Instance,
      machine: Machine,
      render: RenderJob,
      balance: Balance,
      notice: Notice,
      /** The details of the account changed, or what the session may do: ask for them again. */
      account: z.strictObject({}),
      /** Announcements or the maintenance switch changed: ask for them again. */
      announcements: z.strictObject({}),
      /** Offers appeared, went or changed price: search again. */
      offers: z.strictObject({}),
      /** Models, or what machines serve of them, changed: ask for them again. */
      models: z.strictObject({}),
      /** Chats of the account were made, changed or deleted: ask for them again. */
      chats: z.strictObject({}),
    },
  }),
} as const
