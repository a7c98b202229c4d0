import type { RenderJobId } from '@gridloom/contract/core/ids'
import type { RenderCheck } from '@gridloom/contract/rendering/check'
import type { Ctx } from '../../../platform/ctx.ts'
import { ownedJob } from '../frames/owned-job.ts'
import type { CheckRow } from '../schema.ts'
import { listCheckRows } from './chunks-store.ts'

/** Frames of the caller's job that were compared with what another machine made of them. @throws Refused `not_found` */
export async function listChecks(ctx: Ctx, id: RenderJobId): Promise<RenderCheck[]> {
  await ownedJob(ctx, id)
  return (await listCheckRows(ctx.db, id)).map(checkView)
}

/** A comparison as both owners see it; neither sees whose machine compared. */
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
