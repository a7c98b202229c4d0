import type { InstanceId } from '@gridloom/contract/core/ids'
import { anOrder } from '../../../src/order.ts'
import { makeRunFor } from '../../../src/ran-for.ts'
import type { PreparedCalls } from './prepared-call.ts'

type Site = Parameters<PreparedCalls[string]>[0]

/** A review takes an instance that ran for an hour, and a measurement a machine that is not rented. */
export const preparedReputation: PreparedCalls = {
  'reputation.writeReview': async (site) => {
    const { token, id } = await rented(site)
    return { token, params: { id }, body: { rating: 5, text: '' } }
  },
  'reputation.checkAgain': async ({ product }) => {
    const machine = await product.addMachine()
    return { token: product.people.provider.token, params: { id: machine.id } }
  },
}

async function rented({ product, person }: Site) {
  const { token, client } = await person()
  const { id: offerId } = await product.offerOf(await product.addMachine())
  const { instance } = await client.instances.order({ body: anOrder(offerId) })
  const id: InstanceId = instance.id
  await makeRunFor(product.server, id, 3_600)
  return { token, id }
}
