import { endpoint } from '../core/endpoint.ts'
import { Reconciliation, ReconciliationsPage, ReconciliationsQuery } from './reconciliation.ts'

export const reconciliation = {
  list: endpoint({
    method: 'GET',
    path: '/api/operator/reconciliations',
    auth: 'operator',
    title: 'List ledger checks',
    summary: 'List the runs of the ledger check with their differences, newest first',
    query: ReconciliationsQuery,
    response: ReconciliationsPage,
  }),
  run: endpoint({
    method: 'POST',
    path: '/api/operator/reconciliations',
    auth: 'operator',
    reauth: 'recent',
    title: 'Run ledger check',
    summary: 'Check the ledger now, and return the differences found',
    status: 201,
    response: Reconciliation,
    errors: ['ledger_check_running'],
    perMinute: 6,
  }),
} as const
