import { formatPerHour } from '@gridloom/domain/money-format'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { mailIfWanted } from '../../accounts/index.ts'
import { publishNotice } from '../../notices/index.ts'
import { claimAlerts, type DueAlert, deleteExpired, markFreed, takeFreed } from './alerts-store.ts'
import { offerFreeEmail } from './offer-free-email.ts'

/** The context of sending alerts. */
export type AlertsCtx = Pick<Ctx, 'clock' | 'ids' | 'transact'> & { readonly publicUrl: string }

/**
 * Notifies accounts whose alerts fit offers that became free: one notice and one email for each alert, in the transaction
 * that claims it. Safe on any number of replicas; ends when no freed offer is left.
 */
export async function sendAlerts(ctx: AlertsCtx, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const more = await ctx.transact(async (tx) => {
      const freed = await takeFreed(tx)
      if (freed.length === 0) return false
      const due = await claimAlerts(tx, freed, ctx.clock.now())
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

async function notify(ctx: AlertsCtx, tx: Tx, alert: DueAlert): Promise<void> {
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
