import { endpoints } from 'virtual:api-facts'
import type { CodeAction } from '../../ui/components/as-code.tsx'

const { missions, tiers } = endpoints

/** The actions of the page as code. */
export const missionsCode: readonly CodeAction[] = [
  { name: 'Get your missions', endpoint: missions.current },
  { name: 'List claimed missions', endpoint: missions.history },
  { name: 'Get your tier', endpoint: tiers.status },
  { name: 'Get the leaderboard', endpoint: tiers.leaderboard },
]
