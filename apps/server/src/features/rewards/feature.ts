import type { Ctx } from '../../platform/ctx.ts'
import type { Feature } from '../../platform/feature.ts'
import { rewardsPersonalData } from './personal-data-store.ts'
import { rewardRoutes } from './routes.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** The rewards of an account; the subject is one of them. */
    rewards: 'transient'
  }
}

/** Rewards: what an account gets beyond rent, until it claims it to its balance. */
export const rewardsFeature: Feature<Ctx> = {
  name: 'rewards',
  personalData: rewardsPersonalData,
  routes: (routes) => rewardRoutes(routes),
  topics: {
    rewards: { scope: 'billing:read', show: async () => ({ event: 'rewards', data: {} }) },
  },
}
