import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import { noSuchCompany } from '../no-such-company.ts'
import { shareCompany } from './party-store.ts'

/**
 * Keeps a company open while a resource is created for it: a concurrent closing waits and then counts the resource, and
 * a later creation is refused. Does nothing for a user's personal account.
 * @throws Refused `not_found`
 */
export async function keepOpen(tx: Tx, accountId: AccountId): Promise<void> {
  if ((await shareCompany(tx, accountId)) === 'closed') throw noSuchCompany()
}
