import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** They take a code of the operator's. */
export const preparedPromoCodes: PreparedCalls = {
  'promoCodes.check': redeemable,
  'promoCodes.redeem': redeemable,
  'promoCodes.change': async (site) => ({ ...(await created(site)), body: { paused: true } }),
  'promoCodes.redemptions': created,
  'promoCodes.revoke': created,
}

async function created({ product, operatorToken }: Site) {
  const { id } = await product.operator.promoCodes.create({ body: code })
  return { token: await operatorToken(), params: { id } }
}

const code = { label: 'For a test', amount_micro_usd: 1_000_000, uses_max: 1 }

async function redeemable({ product, person }: Site) {
  const { token } = await person()
  const { code: text } = await product.operator.promoCodes.create({ body: code })
  return { token, body: { code: text } }
}
