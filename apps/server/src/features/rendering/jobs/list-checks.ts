import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderCheck } from '@gridloom/contract/rendering/check'
import type { Ctx } from '../../../platform/ctx.ts'
import { ownedJob } from '../frames/owned-job.ts'
import type { CheckRow } from '../schema.ts'
import { listCheckRows } from './chunks-store.ts'

/** Lists the checks of the caller's job by other machines. @throws Refused `not_found` */
export async function listChecks(ctx: Ctx, id: RenderJobId): Promise<RenderCheck[]> {
  await ownedJob(ctx, id)
  return (await listCheckRows(ctx.db, id)).map(checkView)
}

/** Returns the view of a check for both owners; it does not name the checking machine. */
export function checkView(row: CheckRow): RenderCheck {
  return {
    id: row.id,
    frame: row.number,
    machine_id: row.machine_id,
    region: row.region,
    outcome: row.outcome,
    psnr_db: row.psnr_db,
    differing_percent: row.differing_percent,
    has_crops: row.has_crops,
    at: (row.decided_at ?? row.created_at).toISOString(),
  }
}
