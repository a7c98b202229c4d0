import { api } from '@gridloom/contract/api'
import type { Ctx } from '../../platform/ctx.ts'
import type { Routes } from '../../platform/http/routes.ts'
import { joinLeaderboard } from './leaderboard/join-leaderboard.ts'
import { leaveLeaderboard } from './leaderboard/leave-leaderboard.ts'
import { readLeaderboard } from './leaderboard/read-leaderboard.ts'
import { readTierStatus } from './read-tier-status.ts'
import { changeTierTable, readTierTable } from './tier-table.ts'

/** Mounts the `tiers` area of the contract. */
export function tierRoutes<C extends Ctx>(routes: Routes<C>): void {
  const { tiers } = api
  routes.on(tiers.status, (ctx) => readTierStatus(ctx))
  routes.on(tiers.leaderboard, (ctx, { query }) => readLeaderboard(ctx, query))
  routes.on(tiers.join, (ctx, { body }) => joinLeaderboard(ctx, body.name))
  routes.on(tiers.leave, (ctx) => leaveLeaderboard(ctx))
  routes.on(tiers.table, (ctx) => readTierTable(ctx))
  routes.on(tiers.changeTable, (ctx, { body }) => changeTierTable(ctx, body.tiers))
}
