import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { AccessCodeId, AccountId, AnnouncementId, MachineId } from '../core/ids.ts'
import { Flag, Page, PageSize, PlainLine, PlainLines, Timestamp } from '../core/values.ts'
import { Maintenance } from '../system/maintenance.ts'
import { AccessCode } from './access-code.ts'
import { OperatorAnnouncement } from './announcement.ts'
import { OperatorMachine } from './machine.ts'
import { OperatorSettings } from './settings.ts'
import { ServerStorage } from './storage.ts'
import { User } from './user.ts'

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
} as const
