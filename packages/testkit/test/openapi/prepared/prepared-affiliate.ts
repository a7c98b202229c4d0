import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** It takes a referral. */
export const preparedAffiliate: PreparedCalls = {
  'affiliate.decide': async (site) => {
    const { product, person, operatorToken } = site
    const { token } = await person()
    await product.server
      .client(token)
      .affiliate.refer({ body: { code: await codeOfAnother(site) } })
    const query = { state: 'active' } as const
    const [referral] = (await product.operator.affiliate.review({ query })).referrals
    if (referral === undefined) throw new RangeError('nobody was referred')
    const body = { decision: 'release', reason: 'Checked' }
    return { token: await operatorToken(), params: { id: referral.id }, body }
  },
}

async function codeOfAnother({ product, person }: Site): Promise<string> {
  const { token } = await person()
  return (await product.server.client(token).affiliate.status()).code
}
