import type { AccountId } from '@gridloom/contract/core/ids'
import { mailIfWanted } from '../accounts/index.ts'
import type { MachinesCtx } from './ctx.ts'
import { machinesBackEmail } from './emails/machines-back.ts'
import { machinesOfflineEmail } from './emails/machines-offline.ts'
import {
  accountsBack,
  accountsToNotify,
  claimBackOnline,
  claimOffline,
  deleteDigestsBefore,
  recordOnlineAgain,
} from './offline-notices-store.ts'

const minuteMs = 60_000
/** The owner of a machine that is offline for this long gets an email. */
const offlineNoticeMs = 10 * minuteMs
/** Machines of one outage fall silent within this time of each other, so the email for the first names all. */
const spreadMs = 2 * minuteMs
/** At most one email that machines are offline in this time. */
const digestEveryMs = 60 * minuteMs
/** A machine is back once it was online for this long, so that an unstable one causes a single email. */
const backNoticeMs = 5 * minuteMs

/**
 * Emails the owners of machines that have been offline for ten minutes, one email for all of an account and at most one
 * an hour, and again once they are back. Run it every minute or so, on any number of replicas: each email is queued by
 * the transaction that claims its machines.
 */
export async function notifyOffline(ctx: MachinesCtx): Promise<void> {
  const now = ctx.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const digestBefore = ago(digestEveryMs)
  const due = { before: ago(offlineNoticeMs), digestBefore }
  for (const accountId of await accountsToNotify(ctx.db, due)) {
    const before = ago(offlineNoticeMs - spreadMs)
    await emailOffline(ctx, { accountId, before, digestBefore, now })
  }
  await ctx.transact((tx) => recordOnlineAgain(tx, now))
  const before = ago(backNoticeMs)
  for (const accountId of await accountsBack(ctx.db, { before, atLatest: digestBefore }))
    await emailBack(ctx, { accountId, before })
  await ctx.transact((tx) => deleteDigestsBefore(tx, digestBefore))
}

async function emailOffline(
  ctx: MachinesCtx,
  claim: { accountId: AccountId; before: Date; digestBefore: Date; now: Date },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const machines = await claimOffline(tx, claim)
    if (machines.length === 0) return
    const message = (to: string) => machinesOfflineEmail(to, { machines, url: pageOf(ctx) })
    await mailIfWanted(ctx, tx, { accountId: claim.accountId, kind: 'machine_alerts', message })
  })
}

async function emailBack(
  ctx: MachinesCtx,
  claim: { accountId: AccountId; before: Date },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const names = await claimBackOnline(tx, claim)
    if (names.length === 0) return
    const message = (to: string) => machinesBackEmail(to, { names, url: pageOf(ctx) })
    await mailIfWanted(ctx, tx, { accountId: claim.accountId, kind: 'machine_alerts', message })
  })
}

function pageOf({ publicUrl }: MachinesCtx): string {
  return new URL('/machines', publicUrl).href
}
