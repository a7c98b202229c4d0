import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { giveStartingCredit } from '../ledger/index.ts'
import { mailboxHash } from './mailbox-hash.ts'
import { claimWelcome } from './welcome-claims-store.ts'

/**
 * Grants the welcome credit that the operator has set, once per mailbox, however its address is spelled and even if an
 * earlier account of it is closed (docs/decisions/0092-welcome-credit.md).
 */
export async function giveWelcomeCredit(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { accountId, email, microUsd }: { accountId: AccountId; email: string; microUsd: MicroUsd },
): Promise<void> {
  if (microUsd === 0) return
  const at = ctx.clock.now()
  const addressHash = await mailboxHash(ctx, tx, email)
  if ((await claimWelcome(tx, { addressHash, at })) === 'had_it') return
  await giveStartingCredit(ctx, tx, { accountId, microUsd })
}
