import type { Client } from '@gridloom/client/calls'
import type { AccountId, AuditId } from '@gridloom/contract/core/ids'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { operatorKeys } from '../operator/operator-keys.ts'

export interface AuditQuery {
  account_id?: AccountId
  action?: string
  up_to?: AuditId
  page: number
  page_size: number
}

/** Fetches the audit log of all users, newest first. */
export function auditQuery(client: Client, query: AuditQuery) {
  return queryOptions({
    queryKey: operatorKeys.auditPage(query),
    queryFn: ({ signal }) => client.audit.listAll({ query, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
