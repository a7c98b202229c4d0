import type { LoginId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { userOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { publishAccount } from '../../accounts/index.ts'
import { assertSignInMethodLeft } from '../sign-in-methods/assert-sign-in-method-left.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { verifiedHolder } from '../sign-in-methods/verified-holder.ts'
import { loginRemovedEmail } from './emails/login-removed.ts'
import { deleteLogin } from './logins-store.ts'

/** Disconnects a provider from the caller's account. @throws Refused `not_found`, `last_sign_in_method` */
export async function removeLogin(ctx: SignInMethodsCtx, id: LoginId): Promise<void> {
  const accountId = userOf(ctx)
  await ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const providerId = await deleteLogin(tx, accountId, id)
    if (providerId === undefined) throw new Refused('not_found', { details: { what: 'login' } })
    await assertSignInMethodLeft(ctx, tx, accountId)
    const provider = ctx.loginProviders.get(providerId)?.name ?? providerId
    const url = `${ctx.publicUrl}/account`
    await queueMail(ctx, tx, loginRemovedEmail(email, { provider, url }))
    await publishAccount(tx, accountId)
  })
}
