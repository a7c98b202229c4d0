import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { ApiKeyId, ChatId, InstanceId, RenderJobId } from '../core/ids.ts'
import { ReceiptDays } from './signed-receipt.ts'

/** A receipt as a file: a PDF of at most some pages, or every charge as CSV. */
const aReceipt = {
  method: 'GET',
  auth: 'member',
  transport: 'file',
  files: ['application/pdf', 'text/csv'],
  query: z.strictObject({ format: z.enum(['pdf', 'csv']).default('pdf') }),
  errors: ['not_found'],
  perMinute: 20,
} as const

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
  instanceFile: endpoint({
    ...aReceipt,
    path: '/api/instances/{id}/receipt/file',
    scope: 'instances:read',
    title: 'Download instance receipt',
    summary: 'Download the receipt of an instance as PDF, or its charged intervals as CSV',
    params: z.strictObject({ id: InstanceId }),
  }),
  renderFile: endpoint({
    ...aReceipt,
    path: '/api/render/jobs/{id}/receipt/file',
    scope: 'renders:read',
    title: 'Download render receipt',
    summary: 'Download the receipt of a render job as PDF, or its paid frames as CSV',
    params: z.strictObject({ id: RenderJobId }),
  }),
  chatFile: endpoint({
    ...aReceipt,
    path: '/models/chats/{id}/receipt',
    scope: 'chats:read',
    title: 'Download chat receipt',
    summary:
      'Download what the answers of a chat cost as PDF, CSV or JSON. It contains no prompt and no answer',
    files: ['application/pdf', 'text/csv', 'application/json'],
    params: z.strictObject({ id: ChatId }),
    query: z.strictObject({ format: z.enum(['pdf', 'csv', 'json']).default('pdf') }),
  }),
  usageFile: endpoint({
    method: 'GET',
    path: '/models/usage/receipt',
    auth: 'session',
    scope: 'billing:read',
    title: 'Download API receipt',
    summary:
      'Download what the answers that your API keys asked for cost, by UTC day and model, as PDF, CSV or JSON',
    transport: 'file',
    files: ['application/pdf', 'text/csv', 'application/json'],
    query: z.strictObject({
      /** The first UTC day. */
      from: z.iso.date().meta({ examples: ['2026-11-01'] }),
      /** The last UTC day, at most 366 days with the first. */
      to: z.iso.date().meta({ examples: ['2026-11-30'] }),
      /** Only of this key. */
      key: ApiKeyId.optional(),
      format: z.enum(['pdf', 'csv', 'json']).default('pdf'),
    }),
    perMinute: 20,
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
