import type { Reconciliation } from '@gridloom/contract/reconciliation/reconciliation'
import type { Tx } from '../../platform/ctx.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { listOperators } from '../accounts/index.ts'
import { publishNotice } from '../notices/index.ts'
import type { ReconciliationCtx } from './ctx.ts'
import { ledgerAlarmEmail } from './emails/ledger-alarm.ts'

/** Tells every operator, whatever emails they are subscribed to, that the ledger check found something. */
export async function alarm(ctx: ReconciliationCtx, tx: Tx, run: Reconciliation): Promise<void> {
  const url = new URL('/operator/ledger-check', ctx.publicUrl).href
  const text = alarmText(run)
  for (const { id, email } of await listOperators(tx.db)) {
    await publishNotice(ctx, tx, {
      accountId: id,
      notice: { key: `ledger_check:${run.id}`, level: 'error', text },
      mail: null,
    })
    await queueMail(ctx, tx, ledgerAlarmEmail(email, { text, url }))
  }
}

function alarmText({ state, differences: [first], differences }: Reconciliation): string {
  if (state === 'failed' || first === undefined)
    return 'The ledger check could not be completed. See the log of the server.'
  const more = differences.length === 1 ? '' : ` and ${differences.length - 1} more`
  return `The ledger check found differences: ${first.check} of ${first.subject} is off by ${first.off_micro_usd} micro-dollars${more}.`
}
