import type { LoginId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { personOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import { keepAWayIn } from '../ways-in/keep-a-way-in.ts'
import { provenHolder } from '../ways-in/proven-holder.ts'
import { loginRemovedEmail } from './emails/login-removed.ts'
import { deleteLogin } from './logins-store.ts'

/** Disconnects a provider from the caller's account. @throws Refused `not_found`, `last_way_in` */
export async function removeLogin(ctx: WaysInCtx, id: LoginId): Promise<void> {
  const accountId = personOf(ctx)
  await ctx.transact(async (tx) => {
    const { email } = await provenHolder(tx, accountId)
    const providerId = await deleteLogin(tx, accountId, id)
    if (providerId === undefined) throw new Refused('not_found', { details: { what: 'login' } })
    await keepAWayIn(ctx, tx, accountId)
    const provider = ctx.loginProviders.get(providerId)?.name ?? providerId
    const url = `${ctx.publicUrl}/account`
    await queueMail(ctx, tx, loginRemovedEmail(email, { provider, url }))
    await tx.publish({ topic: 'account', accountId, subject: accountId })
  })
}
