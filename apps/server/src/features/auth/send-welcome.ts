import { eventSubscriber } from '../../platform/business-events/business-event.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { accountSummary } from '../accounts/index.ts'
import { accountVerified } from './account-verified.ts'
import { welcomeEmail } from './emails/welcome.ts'
import type { AuthCtx } from './ports.ts'

/** Sends each new account a welcome email, however its address was verified. */
export const sendWelcome = eventSubscriber({
  name: 'auth.welcome',
  to: [accountVerified],
  async handle(ctx: AuthCtx, tx, { accountId }) {
    const account = accountId === null ? undefined : await accountSummary(tx.db, accountId)
    // An account that was closed in the meantime has no address.
    if (account === undefined || account.email === '') return
    await queueMail(ctx, tx, welcomeEmail(account.email, ctx.publicUrl))
  },
})
