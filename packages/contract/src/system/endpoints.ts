import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { Instance } from '../instances/instance.ts'
import { Balance } from '../ledger/balance.ts'
import { Machine } from '../machines/machine.ts'
import { Notice } from '../notices/notice.ts'
import { RenderJob } from '../rendering/job.ts'
import { Announcement } from './announcement.ts'
import { ClientFileName } from './client-file.ts'
import { PublicConfig } from './public-config.ts'

export const system = {
  health: endpoint({
    method: 'GET',
    path: '/api/health',
    auth: 'public',
    title: 'Check health',
    summary: 'Liveness check; 503 during maintenance',
    transport: 'bare',
    response: z.strictObject({ status: z.literal('ok') }),
    errors: ['under_maintenance'],
    perMinute: 6_000,
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/ready',
    auth: 'public',
    title: 'Check readiness',
    summary: 'Readiness check of each dependency; 503 if one is unavailable',
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
    title: 'Retrieve configuration',
    summary: 'Retrieve the public configuration: name, version, captcha and platform fee',
    response: PublicConfig,
  }),
  announcements: endpoint({
    method: 'GET',
    path: '/api/announcements',
    auth: 'public',
    title: 'List announcements',
    summary: 'List current announcements',
    response: z.array(Announcement),
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    auth: 'public',
    title: 'Retrieve OpenAPI document',
    summary: 'Retrieve this API as an OpenAPI 3.1 document',
    transport: 'bare',
    response: z.record(z.string(), z.unknown()),
  }),
  client: endpoint({
    method: 'GET',
    path: '/api/clients/{file}',
    auth: 'public',
    title: 'Download client',
    summary:
      'Download a client for this API, a single file without dependencies: `gridloom.ts` for TypeScript, `gridloom.py` for Python',
    transport: 'file',
    params: z.strictObject({ file: ClientFileName }),
    response: z.string(),
    perMinute: 60,
  }),
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    auth: 'session',
    scope: 'account:read',
    title: 'Stream events',
    summary: 'Stream changes of your resources; resumes after `Last-Event-ID`',
    transport: 'sse',
    events: {
      instance: Instance,
      machine: Machine,
      /** Addresses of ports, or who may open them, changed: fetch them again. */
      ports: z.strictObject({}),
      render: RenderJob,
      balance: Balance,
      notice: Notice,
      /** The details of the account changed, or the permissions of the session: fetch them again. */
      account: z.strictObject({}),
      /** Announcements or maintenance mode changed: fetch them again. */
      announcements: z.strictObject({}),
      /** Offers appeared, disappeared or changed price: search again. */
      offers: z.strictObject({}),
      /** Apps of the app store were added, changed, moved or hidden: fetch them again. */
      apps: z.strictObject({}),
      /** Models, or the machines that serve them, changed: fetch them again. */
      models: z.strictObject({}),
      /** Chats of the account were created, changed or deleted: fetch them again. */
      chats: z.strictObject({}),
      /** A webhook of the account, or a delivery to one, was created or changed: fetch them again. */
      webhooks: z.strictObject({}),
      snapshots: z.strictObject({}),
      /** Volumes were created, attached, changed or deleted: fetch them again. */
      volumes: z.strictObject({}),
      reservations: z.strictObject({}),
      /** A deposit of the active account was seen, confirmed, credited or reversed: fetch them again. */
      deposits: z.strictObject({}),
      /** Rewards were given or claimed: fetch them again. */
      rewards: z.strictObject({}),
      /** Sign-ups or commission of the account as an affiliate changed: fetch them again. */
      affiliate: z.strictObject({}),
      /** Progress of missions, or a claim, changed: fetch them again. */
      missions: z.strictObject({}),
      /** The media library changed: fetch it again. */
      media: z.strictObject({}),
      /** A connected account of a channel was added, removed, or changed its state: fetch them again. */
      channels: z.strictObject({}),
      /** A post was planned, changed or published: fetch the calendar again. */
      posts: z.strictObject({}),
      /** A payment by card, its refund or its dispute changed: fetch them again. */
      card_payments: z.strictObject({}),
      /** An automatic order rented, was changed or paused: fetch them again. */
      auto_orders: z.strictObject({}),
      backups: z.strictObject({}),
      /** A cluster changed: fetch it again. */
      clusters: z.strictObject({}),
      /** An alert of a GPU began or ended: fetch them again. */
      gpu_alerts: z.strictObject({}),
    },
  }),
} as const
