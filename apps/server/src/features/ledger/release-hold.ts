import { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../platform/ctx.ts'
import { entriesBetween, type Funds, givenBack, sumOfFunds } from './funds.ts'
import { fundsOf, heldFor, holdsFor, type Purpose } from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { lockBalances, lockHolds, readOwner } from './posting-store.ts'
import { publishBalance } from './publish-balance.ts'

export interface Release {
  readonly purpose: Purpose
  /** The amount that stays on hold, as for the disk of a stopped instance; 0 releases everything. */
  readonly keepMicroUsd: MicroUsd
  /** At most this much is released; by default all of it. */
  readonly microUsdMax?: MicroUsd
  /** Names the reason; the same key releases once. */
  readonly key: string
}

const nothing: Funds = { paid: 0, welcome: 0 }

/**
 * Releases what a hold has beyond `keepMicroUsd` to the renter, and returns how much that was: welcome credit first, as
 * it would be spent last. An instance or job without a hold, or with no more than that, releases nothing. Capture used
 * money first.
 */
export async function releaseHold(ctx: LedgerCtx, tx: Tx, release: Release): Promise<MicroUsd> {
  const owner = await readOwner(tx, heldFor(release.purpose))
  if (owner === undefined) return 0
  const renterId = AccountId.parse(owner)
  await lockBalances(tx, fundsOf(renterId))
  const funds = (await lockHolds(tx, [release.purpose])).get(release.purpose) ?? nothing
  const balance = sumOfFunds(funds)
  const microUsd = Math.min(balance - release.keepMicroUsd, release.microUsdMax ?? balance)
  if (microUsd <= 0) return 0
  const released = await post(ctx, tx, {
    kind: 'release',
    key: `release:${release.purpose}:${release.key}`,
    text: 'Hold released',
    purpose: release.purpose,
    entries: entriesBetween(
      holdsFor(release.purpose),
      fundsOf(renterId),
      givenBack(funds, microUsd),
    ),
  })
  if (released === null) return 0
  await publishBalance(tx, renterId)
  return microUsd
}
