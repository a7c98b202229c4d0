import type { Tx } from '../../platform/ctx.ts'
import { mailIfWanted } from '../accounts/index.ts'
import type { MachinesCtx } from './ctx.ts'
import { machineBackEmail } from './emails/machine-back.ts'
import { machineOfflineEmail } from './emails/machine-offline.ts'
import { noteHeardAgain, takeBack, takeSilent } from './silences-store.ts'

/** Owners are written to after this much silence. */
const silenceTold = 10 * 60 * 1_000
/** A machine is back when it was online for this long: one that comes and goes is told of once. */
const backTold = 5 * 60 * 1_000

/**
 * Writes to owners whose machine has been silent for ten minutes, and once more when it is back for good. To be run
 * every minute or so; any number of replicas may.
 */
export async function notifyOffline(ctx: MachinesCtx): Promise<void> {
  const now = ctx.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await ctx.transact(async (tx) => {
    await notifyOfflineMachine(ctx, tx, { before: ago(silenceTold), now })
    await noteHeardAgain(tx, now)
    await notifyBack(ctx, tx, ago(backTold))
  })
}

async function notifyOfflineMachine(
  ctx: MachinesCtx,
  tx: Tx,
  due: { before: Date; now: Date },
): Promise<void> {
  for (const { accountId, name, lastHeardAt } of await takeSilent(tx, due)) {
    const silence = { name, since: lastHeardAt, url: pageOf(ctx) }
    await mailIfWanted(ctx, tx, {
      accountId,
      kind: 'machine_trouble',
      message: (to) => machineOfflineEmail(to, silence),
    })
  }
}

async function notifyBack(ctx: MachinesCtx, tx: Tx, before: Date): Promise<void> {
  for (const { accountId, name } of await takeBack(tx, before)) {
    await mailIfWanted(ctx, tx, {
      accountId,
      kind: 'machine_trouble',
      message: (to) => machineBackEmail(to, { name, url: pageOf(ctx) }),
    })
  }
}

function pageOf({ publicUrl }: MachinesCtx): string {
  return new URL('/machines', publicUrl).href
}
