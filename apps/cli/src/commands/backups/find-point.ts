import type { RecoveryPoint } from '@gridloom/contract/backups/backup'
import type { BackupPlanId } from '@gridloom/contract/core/ids'
import type { Ctx } from '../../ctx.ts'
import { NotFoundError } from '../../errors.ts'

/** Returns the recovery point of a plan that begins with these digits; without any, the newest. @throws NotFoundError */
export async function findPoint(
  ctx: Ctx,
  id: BackupPlanId,
  wanted: string | undefined,
): Promise<RecoveryPoint> {
  const points = await ctx.client.backups.points({ params: { id }, signal: ctx.signal })
  if (wanted === undefined) {
    const [newest] = points
    if (newest === undefined) throw new NotFoundError('The plan has no recovery point yet.')
    return newest
  }
  const [point, other] = points.filter((one) => one.id.startsWith(wanted))
  if (point === undefined) throw new NotFoundError(`No recovery point ${wanted}.`)
  if (other !== undefined)
    throw new NotFoundError(`Several recovery points begin with ${wanted}. Enter more of it.`)
  return point
}
