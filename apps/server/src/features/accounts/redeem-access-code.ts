import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { secondsOver } from '../../platform/attempts/limit-attempts.ts'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { joiningNetwork } from '../../platform/http/network-of.ts'
import { isKnownAccessCode, useAccessCode } from './access-codes-store.ts'
import { giveWelcomeCredit } from './give-welcome-credit.ts'
import { joinLimits } from './join-limits.ts'
import { loadSettings } from './settings-store.ts'

interface Redeeming {
  readonly accountId: AccountId
  readonly email: string
  /** The hash of the access code. */
  readonly hash: string
  /** The network address of the caller. */
  readonly address: string
}

/** `busy`: the daily limit of the code or of the network is reached; the code can be redeemed in `seconds`. */
export type Redemption =
  | { kind: 'redeemed' }
  | { kind: 'unknown' }
  | { kind: 'busy'; seconds: number }

/** Redeems an access code and grants the welcome credit. Only `redeemed` uses up the code. */
export async function redeemAccessCode(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { accountId, email, hash, address }: Redeeming,
): Promise<Redemption> {
  const entered = { hash, now: ctx.clock.now() }
  if (!(await isKnownAccessCode(tx.db, entered))) return { kind: 'unknown' }
  const { starting_credit_micro_usd: microUsd } = await loadSettings(tx.db)
  const seconds = await secondsUntilFree(ctx, tx, { hash, address, microUsd })
  if (seconds > 0) return { kind: 'busy', seconds }
  if ((await useAccessCode(tx, entered)) === 'unknown') return { kind: 'unknown' }
  await giveWelcomeCredit(ctx, tx, { accountId, email, microUsd })
  return { kind: 'redeemed' }
}

/**
 * Seconds until the limits per code and network allow another redemption. Without a welcome credit the limits do not
 * apply, as there is nothing to farm.
 */
async function secondsUntilFree(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  { hash, address, microUsd }: Pick<Redeeming, 'hash' | 'address'> & { microUsd: MicroUsd },
): Promise<number> {
  if (microUsd === 0) return 0
  let seconds = 0
  for (const limit of joinLimits(hash, joiningNetwork(address)))
    seconds = Math.max(seconds, await secondsOver(ctx, tx, limit))
  return seconds
}
