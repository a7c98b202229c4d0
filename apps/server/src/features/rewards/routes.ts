import { api } from '@gridloom/contract/api'
import type { Routes } from '../../platform/http/routes.ts'
import { claimRewards } from './claim-rewards.ts'
import type { RewardsCtx } from './ctx.ts'
import { giveOperatorReward } from './give-operator-reward.ts'
import { listRewards } from './list-rewards.ts'

/** Mounts the `rewards` area of the contract. */
export function rewardRoutes(routes: Routes<RewardsCtx>): void {
  const { rewards } = api
  routes.on(rewards.list, (ctx, { query }) => listRewards(ctx, query))
  routes.on(rewards.claim, (ctx, { body }) => claimRewards(ctx, body))
  routes.on(rewards.give, (ctx, { body }) => giveOperatorReward(ctx, body))
}
