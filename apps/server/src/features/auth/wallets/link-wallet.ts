import type { LinkedWallet } from '@gridloom/contract/auth/wallet'
import { limits } from '@gridloom/contract/core/constants'
import { Refused } from '@gridloom/contract/errors'
import { userOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { publishAccount } from '../../accounts/index.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { verifiedHolder } from '../sign-in-methods/verified-holder.ts'
import { walletLinkedEmail } from './emails/wallet-linked.ts'
import { redeemSignature, type SignedHere } from './redeem-signature.ts'
import { insertWallet, walletsOf } from './wallets-store.ts'

/**
 * Links an address to the caller's account, after its signature has proved that the caller controls it.
 * @throws Refused `wallet_refused`, `wallet_taken`, `email_unverified`, `limit_reached`, `chain_down`
 */
export async function linkWallet(
  ctx: SignInMethodsCtx,
  { label, ...signed }: SignedHere & { label: string },
): Promise<LinkedWallet> {
  const accountId = userOf(ctx)
  const redeeming = { ...signed, purpose: 'link', accountId } as const
  return redeemSignature(ctx, redeeming, async (tx, signer) => {
    const { email } = await verifiedHolder(tx, accountId)
    refuseBeyondLimit((await walletsOf(tx.db, accountId)).length)
    const id = ctx.ids.mint('wallet')
    const createdAt = ctx.clock.now()
    const wallet = await insertWallet(tx, { ...signer, id, accountId, label, createdAt })
    if (wallet === 'taken') throw new Refused('wallet_taken')
    tx.note({ subject: id })
    const url = `${ctx.publicUrl}/account?section=wallets`
    await queueMail(ctx, tx, walletLinkedEmail(email, { address: signer.address, url }))
    await publishAccount(tx, accountId)
    return wallet
  })
}

function refuseBeyondLimit(held: number): void {
  const { walletsPerAccount: max } = limits
  if (held >= max) throw new Refused('limit_reached', { details: { max, what: 'wallets' } })
}
