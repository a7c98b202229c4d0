import { anOrder } from '../../../src/order.ts'
import { aKey } from '../../../src/stand-in-agent.ts'
import type { PreparedCalls } from './prepared-call.ts'

/** Machines, and instances that run on one. */
export const preparedMachines: PreparedCalls = {
  'machines.enrol': async ({ product: { provider } }) => {
    const { token } = await provider.machines.createEnrolmentToken()
    const key = aKey()
    const signature = key.enrolment(token)
    return { body: { token, signature, public_key: key.publicKey, name: 'new' } }
  },
  'machines.measure': async ({ product: { people }, machine }) => ({
    token: people.provider.token,
    params: { id: machine.id },
  }),
  'machines.remove': async ({ product: { provider, people } }) => {
    const { token } = await provider.machines.createEnrolmentToken()
    const key = aKey()
    const signature = key.enrolment(token)
    const body = { token, signature, public_key: key.publicKey, name: 'unused' }
    const { machine_id: id } = await provider.machines.enrol({ body })
    return { token: people.provider.token, params: { id } }
  },
  'instances.exec': async (site) => ({
    ...(await ready(site)),
    body: { command: ['true'] },
  }),
  'instances.restart': ready,
}

type Site = Parameters<PreparedCalls[string]>[0]

/** An instance that is ready. */
async function ready({ product, person }: Site) {
  const { token, client } = await person()
  const { id: offerId } = await product.offerOf()
  const { instance } = await client.instances.order({ body: anOrder(offerId) })
  const params = { id: instance.id }
  await product.until({
    read: () => client.instances.read({ params }),
    satisfies: ({ ready }) => ready,
  })
  return { token, params }
}
