import { AccountId } from '@gridloom/contract/core/ids'

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
