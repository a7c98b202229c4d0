import type { AuditId } from '@gridloom/contract/core/ids'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { auditQuery } from '../../shared/audit/audit-query.ts'
import type { AuditSearch } from './audit-search.ts'

export const auditPageSize = 20

interface Place {
  page: number
  upTo: AuditId | undefined
}

/**
 * Paginates the audit log. Pages after the first are pinned to its latest entry, so that new entries do not shift them.
 */
export function useAuditPages({ account, action }: AuditSearch) {
  const [{ page, upTo }, setPlace] = useState<Place>({ page: 1, upTo: undefined })
  const audit = useQuery(
    auditQuery(useClient(), {
      ...(account === undefined ? {} : { account_id: account }),
      ...(action === undefined ? {} : { action }),
      ...(upTo === undefined ? {} : { up_to: upTo }),
      page,
      page_size: auditPageSize,
    }),
  )
  const latest = upTo ?? audit.data?.entries[0]?.id
  return {
    page,
    audit,
    turnTo: (next: number) => setPlace({ page: next, upTo: next === 1 ? undefined : latest }),
  }
}
