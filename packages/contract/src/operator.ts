import { z } from 'zod'
import { AuditEntry, AuditPage } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { Role } from './identity.ts'
import { AccessCodeId, AccountId, AnnouncementId, MachineId } from './ids.ts'
import { Machine } from './machines.ts'
import { Flag, MicroUsd, Page, PageSize, PlainLine, PlainLines, Timestamp } from './values.ts'

/** What the operator may set. */
export const OperatorSettings = z.strictObject({ starting_credit_micro_usd: MicroUsd.min(0) })
export type OperatorSettings = z.infer<typeof OperatorSettings>

/** An account as the operator sees it. */
export const User = z.strictObject({
  account_id: AccountId,
  username: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  role: Role,
  has_access: z.boolean(),
  suspended_at: Timestamp.nullable(),
  created_at: Timestamp,
  last_seen_at: Timestamp.nullable(),
  machines: z.int(),
  instances: z.int(),
  available_micro_usd: MicroUsd,
})
export type User = z.infer<typeof User>

/** An access code. Only its hash is kept, so it is shown when it is made and never again. */
export const AccessCode = z.strictObject({
  id: AccessCodeId,
  label: z.string(),
  uses: z.int(),
  uses_max: z.int().nullable(),
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type AccessCode = z.infer<typeof AccessCode>

/** A text of the operator's that everybody sees between two moments. */
export const Announcement = z.strictObject({
  id: AnnouncementId,
  level: z.enum(['info', 'warning']),
  text: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp.nullable(),
})
export type Announcement = z.infer<typeof Announcement>

/** An announcement as the operator sees it. */
export const OperatorAnnouncement = Announcement.extend({
  state: z.enum(['scheduled', 'now', 'ended', 'withdrawn']),
  /** Whether it goes out by mail: not at all, from its start on, or it did. */
  mail: z.enum(['none', 'waiting', 'sent']),
})
export type OperatorAnnouncement = z.infer<typeof OperatorAnnouncement>

/** While it is on, the health check fails, and every open page says so. */
/** The disk of the replica that answers, in bytes. */
export const ServerStorage = z.strictObject({
  free_bytes: z.int(),
  total_bytes: z.int(),
  /** Kept free for the database, letters and logs. */
  reserve_bytes: z.int(),
  takes_files: z.boolean(),
})
export type ServerStorage = z.infer<typeof ServerStorage>

export const Maintenance = z.strictObject({ on: z.boolean(), since: Timestamp.nullable() })
export type Maintenance = z.infer<typeof Maintenance>

/** A machine as the operator sees it. */
export const OperatorMachine = z.strictObject({
  machine: Machine,
  owner_email: z.string(),
  /** Whether the operator stands in for what it renders; `null`: it cannot render. */
  vouched: z.boolean().nullable(),
})
export type OperatorMachine = z.infer<typeof OperatorMachine>

const oneUser = z.strictObject({ id: AccountId })

export const operator = {
  readSettings: endpoint({
    method: 'GET',
    path: '/api/operator/settings',
    auth: 'operator',
    summary: 'What the operator has set',
    response: OperatorSettings,
  }),
  writeSettings: endpoint({
    method: 'PUT',
    path: '/api/operator/settings',
    auth: 'operator',
    proof: 'recent',
    summary: 'Set the welcome credit that comes with an access code, once for each mailbox',
    body: OperatorSettings,
    response: OperatorSettings,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/operator/users',
    auth: 'operator',
    summary: 'Accounts, the newest first; `search` looks into addresses and names',
    query: z.strictObject({
      search: z.string().trim().max(100).optional(),
      suspended: Flag.optional(),
      page: Page,
      page_size: PageSize,
    }),
    response: z.strictObject({ users: z.array(User), total: z.int() }),
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/api/operator/users/{id}/suspend',
    auth: 'operator',
    proof: 'recent',
    summary:
      'Close an account to its owner: sessions end, keys stop working, machines leave the market',
    params: oneUser,
    body: z.strictObject({ reason: PlainLine.min(1, 'Reason is required').max(400) }),
    response: User,
    errors: ['not_found', 'state_conflict'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/operator/users/{id}/restore',
    auth: 'operator',
    proof: 'recent',
    summary: 'Open a suspended account again',
    params: oneUser,
    response: User,
    errors: ['not_found', 'state_conflict'],
  }),
  accessCodes: endpoint({
    method: 'GET',
    path: '/api/operator/access-codes',
    auth: 'operator',
    summary: 'Access codes, the newest first',
    response: z.array(AccessCode),
  }),
  makeAccessCode: endpoint({
    method: 'POST',
    path: '/api/operator/access-codes',
    auth: 'operator',
    proof: 'recent',
    summary: 'Make an access code; it is shown this once',
    status: 201,
    body: z.strictObject({
      label: PlainLine.min(1, 'Label is required').max(80),
      /** Made by chance where none is given. */
      code: z
        .string()
        .trim()
        .regex(/^[\w-]{4,64}$/, 'Use 4 to 64 letters, digits, - or _')
        .optional(),
      uses_max: z.int().min(1).max(1_000_000).nullable().optional(),
      expires_at: Timestamp.nullable().optional(),
    }),
    response: z.strictObject({ code: z.string(), access_code: AccessCode }),
    errors: ['state_conflict'],
  }),
  revokeAccessCode: endpoint({
    method: 'DELETE',
    path: '/api/operator/access-codes/{id}',
    auth: 'operator',
    proof: 'recent',
    summary: 'Revoke an access code; accounts that used it keep what it opened',
    params: z.strictObject({ id: AccessCodeId }),
    response: AccessCode,
    errors: ['not_found'],
  }),
  machines: endpoint({
    method: 'GET',
    path: '/api/operator/machines',
    auth: 'operator',
    summary: 'Every machine, the newest first; `search` looks into names and owners',
    query: z.strictObject({
      search: z.string().trim().max(100).optional(),
      page: Page,
      page_size: PageSize,
    }),
    response: z.strictObject({ machines: z.array(OperatorMachine), total: z.int() }),
  }),
  unlistMachine: endpoint({
    method: 'POST',
    path: '/api/operator/machines/{id}/unlist',
    auth: 'operator',
    proof: 'recent',
    summary: 'Take a machine off the market; what runs there goes on, and its owner is told why',
    params: z.strictObject({ id: MachineId }),
    body: z.strictObject({ reason: PlainLine.min(1, 'Reason is required').max(400) }),
    response: OperatorMachine,
    errors: ['not_found'],
  }),
  storage: endpoint({
    method: 'GET',
    path: '/api/operator/storage',
    auth: 'operator',
    summary:
      'The disk of the server: what is free, and what is kept free for the database. Below that no new file is taken',
    response: ServerStorage,
  }),
  maintenance: endpoint({
    method: 'GET',
    path: '/api/operator/maintenance',
    auth: 'operator',
    summary: 'Whether the platform is under maintenance',
    response: Maintenance,
  }),
  switchMaintenance: endpoint({
    method: 'PUT',
    path: '/api/operator/maintenance',
    auth: 'operator',
    proof: 'recent',
    summary: 'Say that the platform is under maintenance, or that it is over',
    body: z.strictObject({ on: z.boolean() }),
    response: Maintenance,
  }),
  announcements: endpoint({
    method: 'GET',
    path: '/api/operator/announcements',
    auth: 'operator',
    summary: 'All announcements, the latest first',
    response: z.array(OperatorAnnouncement),
  }),
  announce: endpoint({
    method: 'POST',
    path: '/api/operator/announcements',
    auth: 'operator',
    proof: 'recent',
    summary:
      'Announce something to everybody; it also goes out by mail to those who want that, if asked',
    status: 201,
    body: z.strictObject({
      level: z.enum(['info', 'warning']),
      text: PlainLines.min(1, 'Text is required').max(500),
      starts_at: Timestamp.optional(),
      ends_at: Timestamp.nullable().optional(),
      mail: z.boolean().default(false),
    }),
    response: OperatorAnnouncement,
    perMinute: 30,
  }),
  withdrawAnnouncement: endpoint({
    method: 'DELETE',
    path: '/api/operator/announcements/{id}',
    auth: 'operator',
    proof: 'recent',
    summary: 'Take an announcement back',
    params: z.strictObject({ id: AnnouncementId }),
    errors: ['not_found'],
  }),
  audit: endpoint({
    method: 'GET',
    path: '/api/operator/audit',
    auth: 'operator',
    summary: 'Every write of everybody, the latest first',
    query: z.strictObject({
      account_id: AccountId.optional(),
      action: z.string().max(80).optional(),
      ...AuditPage,
    }),
    response: z.strictObject({ entries: z.array(AuditEntry), total: z.int() }),
  }),
} as const
