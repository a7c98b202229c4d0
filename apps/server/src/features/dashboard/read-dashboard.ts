import type { Dashboard } from '@gridloom/contract/dashboard/dashboard'
import type { Ctx } from '../../platform/ctx.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { readHosting } from './read-hosting.ts'
import { readRenting } from './read-renting.ts'

/** Returns the caller's account at a glance. */
export async function readDashboard(
  ctx: Ctx,
  all: Pick<AllFeatures, 'spendRate'>,
): Promise<Dashboard> {
  const [hosting, renting] = await Promise.all([readHosting(ctx), readRenting(ctx, all)])
  return { as_of: ctx.clock.now().toISOString(), hosting, renting }
}
