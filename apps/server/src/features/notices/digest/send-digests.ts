import type { AccountId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../../platform/ctx.ts'
import { mailIfWanted } from '../../accounts/index.ts'
import { backEmail, lostEmail } from '../emails/digest.ts'
import type { NoticeCtx } from '../publish-notice.ts'
import {
  accountsBack,
  accountsToNotify,
  claimBack,
  claimUnnotified,
  deleteAlertsBefore,
} from './lost-alerts-store.ts'

const minuteMs = 60_000
/** A burst is collected for this long; whatever is back by then is not worth an email. */
const collectMs = minuteMs
/** At most one email that instances are lost in this time. */
const digestEveryMs = 60 * minuteMs
/** Instances are back once none of them was lost again for this long. */
const steadyMs = 2 * minuteMs
const keptMs = 30 * 24 * 60 * minuteMs

type DigestCtx = NoticeCtx & Pick<Ctx, 'db' | 'transact'>

/**
 * Sends one email for all instances of an account that were lost, at most once an hour, and one when they are back. Safe
 * on any number of replicas and across restarts: each email is queued by the transaction that claims its contents.
 */
export async function sendDigests(ctx: DigestCtx): Promise<void> {
  const now = ctx.clock.now()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const digestBefore = ago(digestEveryMs)
  for (const accountId of await accountsToNotify(ctx.db, { before: ago(collectMs), digestBefore }))
    await emailLost(ctx, { accountId, digestBefore, now })
  const back = { before: ago(steadyMs), atLatest: ago(digestEveryMs) }
  for (const accountId of await accountsBack(ctx.db, back)) await emailBack(ctx, accountId)
  await ctx.transact((tx) => deleteAlertsBefore(tx, ago(keptMs)))
}

async function emailLost(
  ctx: DigestCtx,
  claim: { accountId: AccountId; digestBefore: Date; now: Date },
): Promise<void> {
  await ctx.transact(async (tx) => {
    const names = await claimUnnotified(tx, claim)
    if (names.length === 0) return
    const message = (to: string) => lostEmail(to, { names, url: instancesPage(ctx) })
    await mailIfWanted(ctx, tx, { accountId: claim.accountId, kind: 'instance_alerts', message })
  })
}

async function emailBack(ctx: DigestCtx, accountId: AccountId): Promise<void> {
  await ctx.transact(async (tx) => {
    const names = await claimBack(tx, accountId)
    if (names.length === 0) return
    const message = (to: string) => backEmail(to, { names, url: instancesPage(ctx) })
    await mailIfWanted(ctx, tx, { accountId, kind: 'instance_alerts', message })
  })
}

function instancesPage({ publicUrl }: NoticeCtx): string {
  return new URL('/instance/myinstance', publicUrl).href
}
