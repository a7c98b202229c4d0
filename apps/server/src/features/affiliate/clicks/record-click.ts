import type { NewClick, RecordedClick } from '@gridloom/contract/affiliate/affiliate'
import { dayOf } from '@gridloom/domain/affiliate/commission'
import { sharedSecret } from '../../../platform/shared-secret.ts'
import { isKnownCode } from '../codes/codes-store.ts'
import type { AffiliateCtx } from '../ctx.ts'
import { asksForPrivacy, isProgram, type Visitor, visitorHash } from './visitor.ts'

type ClickCtx = Pick<AffiliateCtx, 'db' | 'clock' | 'ids' | 'clickWriter' | 'transact'>

/**
 * Records that a link was followed. Programs are not counted. A browser that asks not to be tracked is counted without
 * any identifier, and gets none to remember.
 * @throws Refused `too_many_requests` when clicks arrive faster than they can be stored
 */
export async function recordClick(
  ctx: ClickCtx,
  click: NewClick,
  visitor: Visitor,
): Promise<RecordedClick> {
  const code = click.code.trim().toLowerCase()
  if (isProgram(visitor)) return { known: await isKnownCode(ctx.db, code), click_id: null }
  const at = ctx.clock.now()
  const id = ctx.ids.mint('affiliateClick')
  const isPrivate = asksForPrivacy(visitor)
  const outcome = await ctx.clickWriter.write({
    ...{ id, code, at, page: click.to ?? '', source: click.source ?? '' },
    ...{ campaign: click.campaign ?? '', subId: click.sub_id ?? '', isPrivate },
    visitorHash: isPrivate
      ? null
      : visitorHash(await secretOf(ctx), { address: visitor.address, code, day: dayOf(at) }),
  })
  const known = outcome === 'stored'
  return { known, click_id: known && !isPrivate ? id : null }
}

const secrets = new WeakMap<object, Promise<string>>()

/** Reads the secret once per process. */
function secretOf(ctx: ClickCtx): Promise<string> {
  const known = secrets.get(ctx.clickWriter)
  if (known !== undefined) return known
  const read = ctx.transact((tx) =>
    sharedSecret(tx, {
      name: 'affiliate-visitors',
      candidate: ctx.ids.secret(),
      createdAt: ctx.clock.now(),
    }),
  )
  secrets.set(ctx.clickWriter, read)
  read.catch(() => secrets.delete(ctx.clickWriter))
  return read
}
