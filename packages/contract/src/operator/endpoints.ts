import { z } from 'zod'
import { AccessCodeText } from '../accounts/access-code-text.ts'
import { endpoint } from '../core/endpoint.ts'
import { AccessCodeId, AccountId, AnnouncementId, MachineId } from '../core/ids.ts'
import { Flag, Page, PageSize, PlainLine, PlainLines, Timestamp } from '../core/values.ts'
import { Maintenance } from '../system/maintenance.ts'
import { AccessCode } from './access-code.ts'
import { OperatorAnnouncement } from './announcement.ts'
import { OperatorMachine } from './machine.ts'
import { OperatorSettings, OperatorSettingsChange } from './settings.ts'
import { ServerStorage } from './storage.ts'
import { User } from './user.ts'

const oneUser = z.strictObject({ id: AccountId })

export const operator = {
  readSettings: endpoint({
    method: 'GET',
    path: '/api/operator/settings',
    auth: 'operator',
    title: 'Retrieve platform settings',
    summary: 'Retrieve the platform settings',
    response: OperatorSettings,
  }),
  writeSettings: endpoint({
    method: 'PUT',
    path: '/api/operator/settings',
    auth: 'operator',
    reauth: 'recent',
    title: 'Update platform settings',
    summary: 'Update the platform settings; a new fee applies to new orders',
    body: OperatorSettingsChange,
    response: OperatorSettings,
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/operator/users',
    auth: 'operator',
    title: 'List users',
    summary: 'List accounts, newest first; `search` filters by email and name',
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
    reauth: 'recent',
    title: 'Suspend user',
    summary:
      'Suspend an account: its sessions end, its keys stop working and its machines are unlisted',
    params: oneUser,
    body: z.strictObject({ reason: PlainLine.min(1, 'Reason is required').max(400) }),
    response: User,
    errors: ['not_found', 'state_conflict'],
  }),
  restore: endpoint({
    method: 'POST',
    path: '/api/operator/users/{id}/restore',
    auth: 'operator',
    reauth: 'recent',
    title: 'Restore user',
    summary: 'Restore a suspended account',
    params: oneUser,
    response: User,
    errors: ['not_found', 'state_conflict'],
  }),
  setAmbassador: endpoint({
    method: 'PUT',
    path: '/api/operator/users/{id}/ambassador',
    auth: 'operator',
    reauth: 'recent',
    title: 'Mark ambassador',
    summary: 'Mark an account as an ambassador, or remove the mark',
    params: oneUser,
    body: z.strictObject({ is_kol: z.boolean() }),
    response: User,
    errors: ['not_found'],
  }),
  accessCodes: endpoint({
    method: 'GET',
    path: '/api/operator/access-codes',
    auth: 'operator',
    title: 'List access codes',
    summary: 'List access codes, newest first',
    response: z.array(AccessCode),
  }),
  makeAccessCode: endpoint({
    method: 'POST',
    path: '/api/operator/access-codes',
    auth: 'operator',
    reauth: 'recent',
    title: 'Create access code',
    summary: 'Create an access code; the code is returned only once',
    status: 201,
    body: z.strictObject({
      label: PlainLine.min(1, 'Label is required').max(80),
      /** Random by default. */
      code: AccessCodeText.optional(),
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
    reauth: 'recent',
    title: 'Revoke access code',
    summary: 'Revoke an access code; accounts that already used it keep their access',
    params: z.strictObject({ id: AccessCodeId }),
    response: AccessCode,
    errors: ['not_found'],
  }),
  machines: endpoint({
    method: 'GET',
    path: '/api/operator/machines',
    auth: 'operator',
    title: 'List all machines',
    summary: 'List all machines, newest first; `search` filters by name and owner',
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
    reauth: 'recent',
    title: 'Unlist machine',
    summary:
      'Unlist a machine; running instances continue, and its owner is notified of the reason',
    params: z.strictObject({ id: MachineId }),
    body: z.strictObject({ reason: PlainLine.min(1, 'Reason is required').max(400) }),
    response: OperatorMachine,
    errors: ['not_found'],
  }),
  storage: endpoint({
    method: 'GET',
    path: '/api/operator/storage',
    auth: 'operator',
    title: 'Retrieve disk usage',
    summary:
      "Retrieve the server's disk usage: free space, and the reserve below which new files are rejected",
    response: ServerStorage,
  }),
  maintenance: endpoint({
    method: 'GET',
    path: '/api/operator/maintenance',
    auth: 'operator',
    title: 'Retrieve maintenance mode',
    summary: 'Retrieve maintenance mode',
    response: Maintenance,
  }),
  switchMaintenance: endpoint({
    method: 'PUT',
    path: '/api/operator/maintenance',
    auth: 'operator',
    reauth: 'recent',
    title: 'Update maintenance mode',
    summary: 'Turn maintenance mode on or off',
    body: z.strictObject({ on: z.boolean() }),
    response: Maintenance,
  }),
  announcements: endpoint({
    method: 'GET',
    path: '/api/operator/announcements',
    auth: 'operator',
    title: 'List all announcements',
    summary: 'List all announcements, newest first',
    response: z.array(OperatorAnnouncement),
  }),
  announce: endpoint({
    method: 'POST',
    path: '/api/operator/announcements',
    auth: 'operator',
    reauth: 'recent',
    title: 'Create announcement',
    summary:
      'Publish an announcement; optionally also emails users who subscribed to announcements',
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
    reauth: 'recent',
    title: 'Withdraw announcement',
    summary: 'Withdraw an announcement',
    params: z.strictObject({ id: AnnouncementId }),
    errors: ['not_found'],
  }),
} as const
