import type { Passkey, PasskeyAnswer } from '@gridloom/contract/auth/passkey'
import { userOf } from '../../../platform/ctx.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { publishAccount } from '../../accounts/index.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { verifiedHolder } from '../sign-in-methods/verified-holder.ts'
import { parseRegistration } from './answers.ts'
import { refuseBeyondLimit } from './begin-passkey.ts'
import { takeCeremony } from './ceremonies-store.ts'
import { passkeyAddedEmail } from './emails/passkey-added.ts'
import { credentialsOf, insertPasskey } from './passkeys-store.ts'
import { passkeyRefusal } from './refuse-thrown.ts'
import { verifyRegistration } from './verify-registration.ts'

/**
 * Stores a passkey that the browser created for the caller's account.
 * @throws Refused `passkey_refused`, `email_unverified`, `limit_reached`
 */
export async function addPasskey(
  ctx: SignInMethodsCtx,
  input: PasskeyAnswer & { name: string },
): Promise<Passkey> {
  const accountId = userOf(ctx)
  const made = parseRegistration(input.response)
  const createdAt = ctx.clock.now()
  const { name } = input
  return ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const ceremony = { id: input.ceremony_id, kind: 'make', accountId } as const
    const challenge = await takeCeremony(tx, ceremony, createdAt)
    if (challenge === undefined) throw passkeyRefusal('the ceremony is used, too old or not theirs')
    refuseBeyondLimit((await credentialsOf(tx.db, accountId)).length)
    const credential = await verifyRegistration({ publicUrl: ctx.publicUrl, challenge, made })
    const id = ctx.ids.mint('passkey')
    const passkey = await insertPasskey(tx, { ...credential, id, accountId, name, createdAt })
    if (passkey === 'taken') throw passkeyRefusal('the credential is kept already')
    tx.note({ subject: id })
    const url = `${ctx.publicUrl}/account`
    await queueMail(ctx, tx, passkeyAddedEmail(email, { name, url }))
    await publishAccount(tx, accountId)
    return passkey
  })
}
