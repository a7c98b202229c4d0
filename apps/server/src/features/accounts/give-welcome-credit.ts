import { createHmac } from 'node:crypto'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { sharedSecret } from '../../platform/shared-secret.ts'
import { giveStartingCredit } from '../ledger/index.ts'
import { canonicalEmail } from './canonical-email.ts'
import { claimWelcome } from './welcome-claims-store.ts'

/**
 * Gives welcome credit, as much as the operator set, once for each mailbox: however its address is spelled, and whether
 * or not an account of it was closed since (docs/decisions/0092-welcome-credit.md).
 */
export async function giveWelcomeCredit(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  { accountId, email, microUsd }: { accountId: AccountId; email: string; microUsd: MicroUsd },
): Promise<void> {
  if (microUsd === 0) return
  const at = ctx.clock.now()
  const secret = await sharedSecret(tx, {
    name: 'welcome-claims',
    candidate: ctx.ids.secret(),
    createdAt: at,
  })
  // Keyed: without the secret the table is no list of addresses, not even of guessed ones.
  const addressHash = createHmac('sha256', secret).update(canonicalEmail(email)).digest('hex')
  if ((await claimWelcome(tx, { addressHash, at })) === 'had_it') return
  await giveStartingCredit(ctx, tx, { accountId, microUsd })
}
