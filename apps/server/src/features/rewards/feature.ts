import type { Feature } from '../../platform/feature.ts'
import type { RewardsCtx } from './ctx.ts'
import { rewardsPersonalData } from './personal-data-store.ts'
import { rewardRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** The rewards of an account; the subject is one of them. */
    rewards: 'transient'
  }
}

/** Rewards: what an account gets beyond rent, until it claims it to its balance or to its earnings. */
export const rewardsFeature: Feature<RewardsCtx> = {
  name: 'rewards',
  personalData: rewardsPersonalData,
  routes: (routes) => rewardRoutes(routes),
  topics: {
    rewards: { scope: 'billing:read', show: async () => ({ event: 'rewards', data: {} }) },
  },
}
