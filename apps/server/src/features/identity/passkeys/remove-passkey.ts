import type { PasskeyId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { personOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import type { WaysInCtx } from '../ways-in/ctx.ts'
import { keepAWayIn } from '../ways-in/keep-a-way-in.ts'
import { provenHolder } from '../ways-in/proven-holder.ts'
import { passkeyRemovedEmail } from './emails/passkey-removed.ts'
import { deletePasskey } from './passkeys-store.ts'

/** Removes a passkey from the caller's account. @throws Refused `not_found`, `last_way_in` */
export async function removePasskey(ctx: WaysInCtx, id: PasskeyId): Promise<void> {
  const accountId = personOf(ctx)
  await ctx.transact(async (tx) => {
    const { email } = await provenHolder(tx, accountId)
    const name = await deletePasskey(tx, accountId, id)
    if (name === undefined) throw new Refused('not_found', { details: { what: 'passkey' } })
    await keepAWayIn(ctx, tx, accountId)
    const url = `${ctx.publicUrl}/account`
    await queueMail(ctx, tx, passkeyRemovedEmail(email, { name, url }))
    await tx.publish({ topic: 'account', accountId, subject: accountId })
  })
}
