import type { AccountId } from '@gridloom/contract/core/ids'
import { assertNever } from '@gridloom/domain/assert-never'
import { isWithinLimit } from '../../platform/attempts/limit-attempts.ts'
import type { Tx } from '../../platform/ctx.ts'
import type { EmailMessage } from '../../platform/mail/mail.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { emailKey } from '../accounts/index.ts'
import { emailLimit } from './attempt-limits.ts'
import { alreadyRegisteredEmail } from './emails/already-registered.ts'
import { forgotCodeEmail } from './emails/forgot-code.ts'
import { registerCodeEmail } from './emails/register-code.ts'
import { createCode } from './one-time-codes.ts'
import type { AuthCtx } from './ports.ts'

type SendCtx = Pick<AuthCtx, 'ids' | 'clock' | 'publicUrl'>

/**
 * The kind of email for an address. `register`: the code that verifies it. `forgot`: the code for a new password.
 * `taken`: a notice that it already has an account; the current code stays valid. `none`: no email.
 */
export type CodeEmail =
  | { kind: 'register' | 'forgot'; accountId: AccountId; to: string }
  | { kind: 'taken'; to: string }
  | { kind: 'none'; to: string }

/** Emails an address according to the occasion, at most once a minute; sent only if the transaction commits. */
export async function sendCode(ctx: SendCtx, tx: Tx, occasion: CodeEmail): Promise<void> {
  const key = emailKey(occasion.to)
  // No email is sent for `none`, so it must not delay the code of a registration that follows.
  if (occasion.kind !== 'none' && !(await isWithinLimit(ctx, tx, emailLimit(key)))) return
  const message = await emailFor(ctx, tx, occasion, key)
  if (message !== undefined) await queueMail(ctx, tx, message)
}

async function emailFor(
  ctx: SendCtx,
  tx: Tx,
  occasion: CodeEmail,
  key: string,
): Promise<EmailMessage | undefined> {
  const { kind, to } = occasion
  switch (kind) {
    case 'register':
    case 'forgot': {
      const { accountId } = occasion
      const code = await createCode(ctx, tx, { emailKey: key, accountId, purpose: kind })
      const message = kind === 'register' ? registerCodeEmail : forgotCodeEmail
      return message(to, { code, url: ctx.publicUrl })
    }
    case 'taken':
      return alreadyRegisteredEmail(to, ctx.publicUrl)
    case 'none':
      // The same work as for a known address, so that the response time reveals nothing.
      await createCode(ctx, tx, { emailKey: key, accountId: null, purpose: kind })
      return undefined
    default:
      return assertNever(kind)
  }
}
