import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** Redeeming takes a code of the operator's. */
export const preparedPromoCodes: PreparedCalls = {
  'promoCodes.check': redeemable,
  'promoCodes.redeem': redeemable,
}

async function redeemable({ product, person }: Site) {
  const { token } = await person()
  const body = { label: 'For a test', amount_micro_usd: 1_000_000, uses_max: 1 }
  const { code } = await product.operator.promoCodes.create({ body })
  return { token, body: { code } }
}
