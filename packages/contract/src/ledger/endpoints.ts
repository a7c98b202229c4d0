import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MicroUsd, Page, PageSize, PlainLine } from '../core/values.ts'
import { Balance } from './balance.ts'
import { Statement } from './statement.ts'

export const ledger = {
  balance: endpoint({
    method: 'GET',
    path: '/api/balance',
    auth: 'session',
    scope: 'billing:read',
    summary: 'Retrieve your balance and spend rate',
    response: Balance,
  }),
  statements: endpoint({
    method: 'GET',
    path: '/api/ledger',
    auth: 'session',
    scope: 'billing:read',
    summary: 'List your transactions, newest first',
    query: z.strictObject({ page: Page, page_size: PageSize }),
    response: z.strictObject({ statements: z.array(Statement), total: z.int() }),
  }),
  credit: endpoint({
    method: 'POST',
    path: '/api/operator/credits',
    auth: 'operator',
    reauth: 'recent',
    summary: 'Add credit to an account; retries with the same key are applied once',
    status: 201,
    body: z.strictObject({
      email: z.string().min(1).max(254),
      micro_usd: MicroUsd.min(1).max(1_000_000_000_000),
      key: z.string().min(1).max(100),
      text: PlainLine.min(1).max(200),
    }),
    response: Balance,
    errors: ['not_found', 'idempotency_conflict'],
  }),
} as const
