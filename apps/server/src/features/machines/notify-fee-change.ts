import { formatFee } from '@gridloom/domain/fees'
import { formatUtc } from '@gridloom/domain/utc-time'
import { publishNotice } from '../notices/index.ts'
import type { MachinesCtx } from './ctx.ts'
import { listUnnotifiedProviders, type UnnotifiedProvider } from './fee-notices-store.ts'

/** The time limit for notices of a fee change: old notices are deleted, so later ones could be sent twice. */
const notifyWithinMs = 7 * 24 * 60 * 60 * 1_000

/**
 * Notifies providers of a new platform fee, in the app and by email, once each. Run it every minute or so, on any
 * number of replicas.
 */
export async function notifyFeeChange(ctx: MachinesCtx, signal: AbortSignal): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - notifyWithinMs)
  for (;;) {
    const providers = await listUnnotifiedProviders(ctx.db, { since })
    for (const provider of providers) {
      if (signal.aborted) return
      await ctx.transact((tx) =>
        publishNotice(ctx, tx, {
          accountId: provider.accountId,
          notice: { key: provider.noticeKey, level: 'info', text: feeText(provider) },
          mail: {
            kind: 'machine_alerts',
            subject: `The platform fee is now ${formatFee(provider.fee)}`,
          },
        }),
      )
    }
    if (providers.length === 0) return
  }
}

function feeText({ fee, feeBefore, at }: UnnotifiedProvider): string {
  return `The platform fee of new orders is ${formatFee(fee)} since ${formatUtc(at)} (before: ${formatFee(feeBefore)}). Orders that were placed before keep their fee until they end.`
}
