import type { GpuAlert } from '@gridloom/contract/monitoring/gpu-alert'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import { listAlerts } from './alerts-store.ts'

/** Returns the problems that GPUs of the caller's machines have now. */
export function readAlerts(ctx: Ctx): Promise<GpuAlert[]> {
  return listAlerts(ctx.db, accountOf(ctx).accountId)
}
