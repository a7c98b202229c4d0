import { holdAccount } from '../../../src/hold-account.ts'
import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** They take a referral: one that is held, where the affiliate answers. */
export const preparedAffiliate: PreparedCalls = {
  'affiliate.appeal': async ({ product, person, operatorToken }) => {
    const affiliate = await person()
    const { token } = await person()
    const client = product.server.client(affiliate.token)
    const { account_id: id } = await client.accounts.details()
    const { code } = await client.affiliate.status()
    await product.server.client(token).affiliate.refer({ body: { code } })
    const operator = product.server.client(await operatorToken())
    const query = { state: 'active', page_size: 100 } as const
    const { referrals } = await operator.affiliate.review({ query })
    const referral = referrals.find((one) => one.affiliate_account_id === id)
    if (referral === undefined) throw new RangeError('nobody was referred')
    const body = { decision: 'reject', reason: 'Checked' } as const
    await operator.affiliate.decide({ params: { id: referral.id }, body })
    return { token: affiliate.token, params: { number: '1' }, body: { text: 'A friend' } }
  },
  'affiliate.appealReview': async (site) => {
    const { token } = await site.person()
    const { account_id: id } = await site.product.server.client(token).accounts.details()
    await holdAccount(site.product.server.container.db, id)
    return { token, params: { rule: 'bought_visits' }, body: { text: 'A newsletter' } }
  },
  'affiliate.decideOnAccount': async (site) => {
    const { token } = await site.person()
    const { account_id: id } = await site.product.server.client(token).accounts.details()
    await holdAccount(site.product.server.container.db, id)
    const body = { decision: 'release', reason: 'Checked' }
    const params = { account_id: id, rule: 'bought_visits' }
    return { token: await site.operatorToken(), params, body }
  },
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
