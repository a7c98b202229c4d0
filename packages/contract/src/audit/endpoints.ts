import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { AccountId } from '../core/ids.ts'
import { AuditEntry, AuditPage } from './audit-entry.ts'

export const audit = {
  listOwn: endpoint({
    method: 'GET',
    path: '/api/user/audit',
    auth: 'session',
    title: 'List audit events',
    summary: 'List the audit log of your account, newest first',
    query: z.strictObject(AuditPage),
    response: z.strictObject({ entries: z.array(AuditEntry), total: z.int() }),
  }),
  listAll: endpoint({
    method: 'GET',
    path: '/api/operator/audit',
    auth: 'operator',
    title: 'List all audit events',
    summary: 'List the audit log of all accounts, newest first',
    query: z.strictObject({
      account_id: AccountId.optional(),
      action: z.string().max(80).optional(),
      ...AuditPage,
    }),
    response: z.strictObject({ entries: z.array(AuditEntry), total: z.int() }),
  }),
} as const
