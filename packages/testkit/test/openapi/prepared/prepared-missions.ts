import { openAudience } from '@gridloom/contract/missions/audience'
import type { MissionEdit } from '@gridloom/contract/missions/mission'
import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** It takes a mission that is not published yet. */
export const preparedMissions: PreparedCalls = { 'missions.publish': drafted }

const hourMs = 3_600_000

const terms: MissionEdit = {
  ...{ title: 'For a test', text: '', match: 'all', audience: openAudience, after: [], order: 1 },
  ...{ holding_days: 0, steps: [{ fact: 'rented_hours', at_least: 2, parameter: null }] },
}

async function drafted({ product, operatorToken }: Site) {
  const { missions } = product.operator
  const hour = Math.floor(product.server.container.system.clock.now().getTime() / hourMs) * hourMs
  const { id } = await missions.create({
    body: {
      ...{ ...terms, repeat: 'once', reward_micro_usd: 1_000_000, claims_max: 1 },
      starts_at: new Date(hour).toISOString(),
      ends_at: new Date(hour + 48 * hourMs).toISOString(),
    },
  })
  return { token: await operatorToken(), params: { id } }
}
