import type { PasskeyId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { userOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { publishAccount } from '../../accounts/index.ts'
import { assertSignInMethodLeft } from '../sign-in-methods/assert-sign-in-method-left.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { verifiedHolder } from '../sign-in-methods/verified-holder.ts'
import { passkeyRemovedEmail } from './emails/passkey-removed.ts'
import { deletePasskey } from './passkeys-store.ts'

/** Removes a passkey from the caller's account. @throws Refused `not_found`, `last_sign_in_method` */
export async function removePasskey(ctx: SignInMethodsCtx, id: PasskeyId): Promise<void> {
  const accountId = userOf(ctx)
  await ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const name = await deletePasskey(tx, accountId, id)
    if (name === undefined) throw new Refused('not_found', { details: { what: 'passkey' } })
    await assertSignInMethodLeft(ctx, tx, accountId)
    const url = `${ctx.publicUrl}/account`
    await queueMail(ctx, tx, passkeyRemovedEmail(email, { name, url }))
    await publishAccount(tx, accountId)
  })
}
