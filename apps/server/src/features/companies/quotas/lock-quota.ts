import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Tx } from '../../../platform/ctx.ts'
import type { Quota } from '../../../platform/feature.ts'
import { keepOpen } from './keep-open.ts'
import { lockParty } from './party-store.ts'

/**
 * Reserves room in quotas for resources that the transaction is about to create: until it ends no other creates any
 * for the same party, and a company is not closed. `added`: how many of each, one by default.
 * @throws Refused `limit_reached`; `not_found` where the company is closed
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

/** Refuses a new owner whose resources, with the company's, exceed what one owner may have. */
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

/** Explains a limit that is reached although the company itself has fewer. */
const together = 'for a person and the companies they own, counted together'
