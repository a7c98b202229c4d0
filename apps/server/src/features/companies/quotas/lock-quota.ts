import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import type { Quota } from '../../../platform/feature.ts'
import { keepOpen } from './keep-open.ts'
import { lockParty } from './party-store.ts'

/**
 * Checks quotas for resources that the transaction is about to create. Until it ends, no other transaction creates any
 * for the same party, and the company cannot be closed. `added`: how many of each, one by default.
 * @throws Refused `limit_reached`; `not_found` when the company is closed
 */
export async function lockQuota(
  tx: Tx,
  accountId: AccountId,
  ...wanted: readonly (Quota | { quota: Quota; added: number })[]
): Promise<void> {
  await keepOpen(tx, accountId)
  const party = await lockParty(tx, accountId)
  for (const one of wanted) {
    const { quota, added } = 'quota' in one ? one : { quota: one, added: 1 }
    await refuseBeyond(tx, quota, { party, added })
  }
}

/** Refuses to make a user an owner if their resources, with the company's, exceed an owner's quotas. */
export async function refuseOwnerBeyond(
  tx: Tx,
  { companyId, userId }: { companyId: AccountId; userId: AccountId },
  quotas: readonly Quota[],
): Promise<void> {
  const party = [...(await lockParty(tx, userId)), companyId]
  for (const quota of quotas) await refuseBeyond(tx, quota, { party, added: 0 })
}

async function refuseBeyond(
  { db }: Tx,
  { max, what, used }: Quota,
  { party, added }: { party: readonly AccountId[]; added: number },
): Promise<void> {
  if ((await used(db, party)) + added <= max) return
  throw new Refused('limit_reached', { details: { max, what: `${what} ${together}` } })
}

/** Added to the error text, as the limit may be reached although the company itself has fewer. */
const together = 'for a user and the companies they own, counted together'
