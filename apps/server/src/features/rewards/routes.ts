import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { claimRewards } from './claim-rewards.ts'
import { giveOperatorReward } from './give-operator-reward.ts'
import { listRewards } from './list-rewards.ts'

/** Mounts the `rewards` area of the contract. */
export function rewardRoutes<C extends Ctx>(routes: Routes<C>): void {
  const { rewards } = api
  routes.on(rewards.list, (ctx, { query }) => listRewards(ctx, query))
  routes.on(rewards.claim, (ctx) => claimRewards(ctx))
  routes.on(rewards.give, (ctx, { body }) => giveOperatorReward(ctx, body))
}
