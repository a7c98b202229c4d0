import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { reachedGaslessLimit } from '@gridloom/domain/deposits/gasless-limits'
import type { Tx } from '../../../platform/ctx.ts'
import type { DepositsCtx } from '../ctx.ts'
import { orChainDown } from '../or-chain-down.ts'
import type { FoundOffer } from './find-offer.ts'
import { lockSigning, readPromised, readUse } from './gasless-store.ts'
import { readBalance } from './read-token.ts'

const dayMs = 86_400_000

/** Returns what a payer holds of a token. @throws Refused `gasless_balance` when it is less; `chain_down` */
export async function requireFunds(
  { parts, token }: FoundOffer,
  { payer, amount }: { payer: string; amount: bigint },
): Promise<bigint> {
  const at = { rpc: parts.rpc, token: token.address }
  const held = await orChainDown(parts, readBalance(at, payer))
  if (held === undefined || held < amount)
    throw new Refused('gasless_balance', { details: { token: token.symbol } })
  return held
}

interface Intended {
  accountId: AccountId
  found: FoundOffer
  payer: string
  amount: bigint
  /** What the payer holds. */
  held: bigint
}

/**
 * Compares with the limits of the account and what the payer has promised elsewhere, and keeps both locked until the
 * transaction ends.
 * @throws Refused `gasless_limit`; `gasless_in_progress`; `gasless_balance`
 */
export async function requireWithinLimits(
  ctx: DepositsCtx,
  tx: Tx,
  { accountId, found, payer, amount, held }: Intended,
): Promise<void> {
  await lockSigning(tx, accountId, payer)
  const since = new Date(ctx.clock.now().getTime() - dayMs)
  const limit = reachedGaslessLimit(await readUse(tx.db, accountId, since))
  if (limit !== undefined) throw new Refused('gasless_limit', { details: { limit } })
  const { token, parts } = found
  const of = { chainId: parts.config.chain.id, token: token.address, payer }
  const promised = await readPromised(tx.db, of)
  if (promised.permits > 0) throw new Refused('gasless_in_progress')
  if (held - promised.units < amount)
    throw new Refused('gasless_balance', { details: { token: token.symbol } })
}
