import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { InstanceId } from '../core/ids.ts'
import { ReceiptDays } from './signed-receipt.ts'

export const receipts = {
  download: endpoint({
    method: 'GET',
    path: '/api/instances/{id}/receipt/signed',
    auth: 'member',
    scope: 'instances:read',
    title: 'Download signed receipt',
    summary:
      'Download the signed receipt of an instance that you rented, or that ran on one of your machines, as JSON Lines. Anyone can check it without this server',
    transport: 'file',
    files: ['application/x-ndjson'],
    params: z.strictObject({ id: InstanceId }),
    errors: ['not_found'],
    perMinute: 30,
  }),
  downloadStatement: endpoint({
    method: 'GET',
    path: '/api/ledger/signed',
    auth: 'session',
    scope: 'billing:read',
    title: 'Download signed statement',
    summary:
      'Download the signed statement of your account as JSON Lines: every transaction before today (UTC). Anyone can check it without this server',
    transport: 'file',
    files: ['application/x-ndjson'],
    query: z.strictObject({
      /** Only transactions from this day on; of earlier days the sums. */
      from: z.iso.date().optional(),
    }),
    perMinute: 10,
  }),
  listDays: endpoint({
    method: 'GET',
    path: '/api/receipts/days',
    auth: 'public',
    title: 'List receipt days',
    summary:
      'List the days whose receipts are published as a signed Merkle root, newest first, with the key that signs receipts',
    query: z.strictObject({
      /** Only days before this one. */
      before: z.iso.date().optional(),
      limit: z.coerce.number().int().min(1).max(366).default(366),
    }),
    response: ReceiptDays,
    perMinute: 60,
  }),
} as const
