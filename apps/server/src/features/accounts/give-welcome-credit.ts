import { createHmac } from 'node:crypto'
import type { AccountId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { sharedSecret } from '../../platform/shared-secret.ts'
import { giveStartingCredit } from '../ledger/index.ts'
import { canonicalEmail } from './canonical-email.ts'
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
  const secret = await sharedSecret(tx, {
    name: 'welcome-claims',
    candidate: ctx.ids.secret(),
    createdAt: at,
  })
  // An HMAC: without the secret, addresses cannot be recovered from the table, not even by guessing.
  const addressHash = createHmac('sha256', secret).update(canonicalEmail(email)).digest('hex')
  if ((await claimWelcome(tx, { addressHash, at })) === 'had_it') return
  await giveStartingCredit(ctx, tx, { accountId, microUsd })
}
