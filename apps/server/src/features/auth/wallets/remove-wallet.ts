import type { WalletId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { userOf } from '../../../platform/ctx.ts'
import type { AllFeatures } from '../../../platform/feature.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { publishAccount } from '../../accounts/index.ts'
import { assertSignInMethodLeft } from '../sign-in-methods/assert-sign-in-method-left.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { verifiedHolder } from '../sign-in-methods/verified-holder.ts'
import { walletRemovedEmail } from './emails/wallet-removed.ts'
import { deleteWallet } from './wallets-store.ts'

/** Removes an address from the caller's account. @throws Refused `not_found`, `last_sign_in_method` */
export async function removeWallet(
  ctx: SignInMethodsCtx,
  id: WalletId,
  all: Pick<AllFeatures, 'runHooks'>,
): Promise<void> {
  const accountId = userOf(ctx)
  await ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const address = await deleteWallet(tx, accountId, id)
    if (address === undefined) throw new Refused('not_found', { details: { what: 'wallet' } })
    await assertSignInMethodLeft(ctx, tx, accountId)
    await all.runHooks('wallet.removed', ctx, tx, { accountId, walletId: id })
    const url = `${ctx.publicUrl}/account?section=wallets`
    await queueMail(ctx, tx, walletRemovedEmail(email, { address, url }))
    await publishAccount(tx, accountId)
  })
}
