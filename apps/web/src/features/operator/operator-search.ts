import { AccountId } from '@gridloom/contract/core/ids'

/** Search parameters of a list. */
export interface ListSearch {
  search?: string | undefined
  suspended?: boolean | undefined
  page?: number | undefined
}

/** Parses a list's search parameters. The router parses a search text of digits as a number. */
export function readListSearch({ search, suspended, page }: Record<string, unknown>): ListSearch {
  const text = typeof search === 'number' ? String(search) : search
  return {
    ...(typeof text === 'string' && text !== '' ? { search: text.slice(0, 100) } : {}),
    ...(suspended === true ? { suspended } : {}),
    ...pageOf(page),
  }
}

/** Search parameters of the audit log. */
export interface AuditSearch {
  account?: AccountId | undefined
  action?: string | undefined
}

export function readAuditSearch({ account, action }: Record<string, unknown>): AuditSearch {
  const id = AccountId.safeParse(account)
  return {
    ...(id.success ? { account: id.data } : {}),
    ...(typeof action === 'string' ? { action: action.slice(0, 80) } : {}),
  }
}

function pageOf(page: unknown): { page?: number } {
  return typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}
}
