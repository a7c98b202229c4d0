import { createHmac } from 'node:crypto'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { sharedSecret } from '../../platform/shared-secret.ts'
import { canonicalEmail } from './canonical-email.ts'

/**
 * Returns a keyed hash of a mailbox, the same however its address is spelled. Without the secret, addresses cannot be
 * recovered from stored hashes, not even by guessing.
 */
export async function mailboxHash(
  ctx: Pick<Ctx, 'ids' | 'clock'>,
  tx: Tx,
  email: string,
): Promise<string> {
  const secret = await sharedSecret(tx, {
    name: 'welcome-claims',
    candidate: ctx.ids.secret(),
    createdAt: ctx.clock.now(),
  })
  return createHmac('sha256', secret).update(canonicalEmail(email)).digest('hex')
}
