import type { MissionEdit } from '@gridloom/contract/missions/mission'
import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** They take a mission of the operator's. */
export const preparedMissions: PreparedCalls = {
  'missions.read': drafted,
  'missions.edit': async (site) => ({ ...(await drafted(site)), body: terms }),
  'missions.publish': drafted,
  'missions.end': async (site) => drafted(site, 'publish'),
  'missions.start': async (site) => {
    const { params } = await drafted(site, 'publish')
    return { token: (await site.person()).token, params }
  },
  'operator.setAmbassador': async ({ product, person, operatorToken }) => {
    const { token } = await person()
    const { account_id: id } = await product.server.client(token).accounts.details()
    return { token: await operatorToken(), params: { id }, body: { is_kol: true } }
  },
}

const hourMs = 3_600_000

const terms: MissionEdit = {
  ...{ title: 'For a test', text: '', match: 'all', audience: 'everyone', after: [], order: 1 },
  ...{ holding_days: 0, steps: [{ fact: 'rented_hours', at_least: 2, parameter: null }] },
}

async function drafted({ product, operatorToken }: Site, step: 'none' | 'publish' = 'none') {
  const { missions } = product.operator
  const hour = Math.floor(product.server.container.system.clock.now().getTime() / hourMs) * hourMs
  const { id } = await missions.create({
    body: {
      ...{ ...terms, repeat: 'once', reward_micro_usd: 1_000_000, claims_max: 1 },
      starts_at: new Date(hour).toISOString(),
      ends_at: new Date(hour + 48 * hourMs).toISOString(),
    },
  })
  if (step === 'publish') await missions.publish({ params: { id } })
  return { token: await operatorToken(), params: { id } }
}
