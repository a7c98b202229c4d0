import { formatPerHour } from '@gridloom/domain/money-format'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { mailIfWanted } from '../../accounts/index.ts'
import { publishNotice } from '../../notices/index.ts'
import type { OfferMessagesCtx } from '../ctx.ts'
import { offersFreed } from '../offers-freed.ts'
import { matchFreed } from '../searches/match-freed.ts'
import { type DueAlert, deleteExpired, markFreed, takeFreed } from './alerts-store.ts'
import { claimFitting } from './claim-fitting.ts'
import { freedColumns } from './freed-columns.ts'
import { offerFreeEmail } from './offer-free-email.ts'

/**
 * Notifies accounts whose alerts fit offers that became free, and records the matches of saved searches: one notice and one email for each alert, in the transaction
 * that claims it. Safe on any number of replicas; ends when no freed offer is left.
 */
export async function sendAlerts(ctx: OfferMessagesCtx, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const more = await ctx.transact(async (tx) => {
      const freed = await takeFreed(tx)
      if (freed.length === 0) return false
      const now = ctx.clock.now()
      const columns = await freedColumns(tx.db, freed)
      const due = await claimFitting(tx, columns, now)
      await matchFreed(tx, columns, now)
      const event = { subject: 'offers', accountId: null, payload: { offer_ids: freed } }
      await recordEvents(ctx, tx, [offersFreed.of(event)])
      for (const alert of due) await notify(ctx, tx, alert)
      // More alerts may wait for the same offers than one round claims.
      if (due.length > 0) await markFreed(tx, freed)
      return true
    })
    if (!more) return
  }
}

/** Deletes alerts that have expired. */
export async function tidyAlerts(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now()
  await ctx.transact((tx) => deleteExpired(tx, now))
}

async function notify(ctx: OfferMessagesCtx, tx: Tx, alert: DueAlert): Promise<void> {
  const { accountId, hardware, machineName, microUsdPerHour } = alert
  const text = `${hardware} on ${machineName} is available: ${formatPerHour(microUsdPerHour)} per slot.`
  const notice = { key: `offer-alert:${alert.id}`, level: 'info', text } as const
  await publishNotice(ctx, tx, { accountId, notice, mail: null })
  const url = new URL(`/instance?offer=${alert.offerId}`, ctx.publicUrl).href
  const stopUrl = new URL('/instance?alerts=open', ctx.publicUrl).href
  await mailIfWanted(ctx, tx, {
    accountId,
    kind: 'offer_alerts',
    message: (to) => offerFreeEmail(to, { hardware, text, url, stopUrl }),
  })
}
