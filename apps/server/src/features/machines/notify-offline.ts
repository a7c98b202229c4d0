import type { Tx } from '../../platform/ctx.ts'
import { mailIfWanted } from '../accounts/index.ts'
import type { MachinesCtx } from './ctx.ts'
import { machineBackEmail } from './emails/machine-back.ts'
import { machineOfflineEmail } from './emails/machine-offline.ts'
import { claimBackOnline, claimOffline, recordOnlineAgain } from './offline-notices-store.ts'

/** The owner of a machine that is offline for this long gets an email. */
const offlineNoticeMs = 10 * 60 * 1_000
/** A machine is back once it was online for this long, so that an unstable one causes a single email. */
const backNoticeMs = 5 * 60 * 1_000

/**
 * Emails the owners of machines that have been offline for ten minutes, and again once they are back. Run it every
 * minute or so, on any number of replicas.
 */
export async function notifyOffline(ctx: MachinesCtx): Promise<void> {
  const now = ctx.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await ctx.transact(async (tx) => {
    await notifyOfflineMachine(ctx, tx, { before: ago(offlineNoticeMs), now })
    await recordOnlineAgain(tx, now)
    await notifyBack(ctx, tx, ago(backNoticeMs))
  })
}

async function notifyOfflineMachine(
  ctx: MachinesCtx,
  tx: Tx,
  due: { before: Date; now: Date },
): Promise<void> {
  for (const { accountId, name, lastSeenAt } of await claimOffline(tx, due)) {
    const facts = { name, lastSeenAt, url: pageOf(ctx) }
    await mailIfWanted(ctx, tx, {
      accountId,
      kind: 'machine_alerts',
      message: (to) => machineOfflineEmail(to, facts),
    })
  }
}

async function notifyBack(ctx: MachinesCtx, tx: Tx, before: Date): Promise<void> {
  for (const { accountId, name } of await claimBackOnline(tx, before)) {
    await mailIfWanted(ctx, tx, {
      accountId,
      kind: 'machine_alerts',
      message: (to) => machineBackEmail(to, { name, url: pageOf(ctx) }),
    })
  }
}

function pageOf({ publicUrl }: MachinesCtx): string {
  return new URL('/machines', publicUrl).href
}
