import { sessionOf, userOf } from '../../../platform/ctx.ts'
import { publishSessions } from '../../accounts/index.ts'
import { confirmSession } from '../sessions-store.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { redeemSignature, type SignedHere, walletRefusal } from './redeem-signature.ts'
import { findWalletAccount, touchWallet } from './wallets-store.ts'

/** Re-authenticates the caller with an address that they have linked. @throws Refused `wallet_refused`, `chain_down` */
export async function confirmWithWallet(ctx: SignInMethodsCtx, signed: SignedHere): Promise<void> {
  const userId = userOf(ctx)
  const sessionId = sessionOf(ctx)
  const redeeming = { ...signed, purpose: 'confirm', accountId: userId } as const
  await redeemSignature(ctx, redeeming, async (tx, signer) => {
    const wallet = await findWalletAccount(tx, signer)
    if (wallet?.accountId !== userId)
      throw walletRefusal('the address is not linked to the account')
    const now = ctx.clock.now()
    await touchWallet(tx, wallet.id, now)
    await confirmSession(tx, sessionId, now)
    await publishSessions(tx, userId, [sessionId])
  })
}
