import type { Ctx } from '../../platform/ctx.ts'
import type { PayoutsCtx } from '../payouts/index.ts'

/** The context of this feature: rewards are claimed to payouts where there are some. */
export type RewardsCtx = Ctx & Pick<PayoutsCtx, 'payoutSetup'>
