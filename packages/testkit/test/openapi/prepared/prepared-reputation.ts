import type { InstanceId } from '@gridloom/contract/core/ids'
import { anOrder } from '../../../src/order.ts'
import { makeRunFor } from '../../../src/ran-for.ts'
import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** Reviews take an instance that ran for an hour. */
export const preparedReputation: PreparedCalls = {
  'reputation.writeReview': async (site) => {
    const { token, id } = await rented(site)
    return { token, params: { id }, body: { rating: 5, text: '' } }
  },
  'reputation.answerReview': async (site) => ({
    token: site.product.people.provider.token,
    params: { id: await aReview(site) },
    body: { text: 'Thank you.' },
  }),
  'reputation.hideReview': async (site) => ({
    token: await site.operatorToken(),
    params: { id: await aReview(site) },
    body: { hidden: true },
  }),
  'reputation.checkAgain': async ({ product }) => {
    const machine = await product.addMachine()
    return { token: product.people.provider.token, params: { id: machine.id } }
  },
}

async function aReview(site: Site): Promise<string> {
  const { client, id } = await rented(site)
  const { review } = await client.reputation.writeReview({
    params: { id },
    body: { rating: 4 },
  })
  return review?.id ?? ''
}

async function rented({ product, person }: Site) {
  const { token, client } = await person()
  const { id: offerId } = await product.offerOf(await product.addMachine())
  const { instance } = await client.instances.order({ body: anOrder(offerId) })
  const id: InstanceId = instance.id
  await makeRunFor(product.server, id, 3_600)
  return { token, client, id }
}
