import type { AccountId } from '@gridloom/contract/core/ids'
import { weekBegin } from '@gridloom/domain/missions/mission-periods'
import { recordEvents } from '../../../platform/business-events/record-events.ts'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import { pointsGiven } from '../events.ts'
import { insertNext, insertPoints } from './points-store.ts'

type PointsCtx = Pick<Ctx, 'clock' | 'log'>

/** Points for an account. */
export interface GivenPoints {
  readonly accountId: AccountId
  /** Above zero; zero gives nothing. */
  readonly points: number
  /** Names the occasion: the points of a key count once. */
  readonly key: string
  /** One line that the account reads in its export. */
  readonly text: string
}

/**
 * Gives points, which count from now on; or gives those of the key again that were taken back, for the week of before.
 * Does nothing while they count.
 */
export async function givePoints(ctx: PointsCtx, tx: Tx, given: GivenPoints): Promise<void> {
  const { accountId, points, key } = given
  if (points === 0) return
  const at = ctx.clock.now()
  const isNew = await insertPoints(tx, { ...given, at, week: mondayOf(at) })
  if (!isNew && (await insertNext(tx, { key, at, now: 'given' })) === undefined) return
  await recordEvents(ctx, tx, [
    pointsGiven.of({ subject: accountId, accountId, payload: { points } }),
  ])
  ctx.log.info({ event: 'tiers.points_credited', accountId, key, points }, 'points were given')
}

/** Takes back the points of a key, in the week in which they were given. Does nothing a second time, or without any. */
export async function takeBackPoints(ctx: PointsCtx, tx: Tx, key: string): Promise<void> {
  const taken = await insertNext(tx, { key, at: ctx.clock.now(), now: 'taken_back' })
  if (taken === undefined) return
  const { accountId, points } = taken
  await recordEvents(ctx, tx, [
    pointsGiven.of({ subject: accountId, accountId, payload: { points } }),
  ])
  ctx.log.info({ event: 'tiers.points_reversed', accountId, key, points }, 'points were taken back')
}

/** The Monday of the ISO week of a time (UTC), as `2026-11-23`. */
export function mondayOf(at: Date): string {
  return weekBegin(at).toISOString().slice(0, 10)
}
