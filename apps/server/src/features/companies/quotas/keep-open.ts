import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'
import { noSuchCompany } from '../no-such-company.ts'
import { shareCompany } from './party-store.ts'

/**
 * Keeps a company from being closed while something is made for it: whoever closes it waits and then sees it, and
 * whoever comes after is refused. Nothing for an account that is a person's.
 * @throws Refused `not_found`
 */
export async function keepOpen(tx: Tx, accountId: AccountId): Promise<void> {
  if ((await shareCompany(tx, accountId)) === 'closed') throw noSuchCompany()
}
