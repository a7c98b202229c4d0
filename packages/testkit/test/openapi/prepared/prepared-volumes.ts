import type { PreparedCalls } from './prepared-call.ts'

/** A volume takes the disk of a machine, at a price that its account can pay. */
export const preparedVolumes: PreparedCalls = {
  'volumes.create': async ({ product, person }) => {
    const { token } = await person()
    const machine = await product.addMachine()
    const { id: offer_id } = await product.offerOf(machine)
    return { token, body: { name: 'datasets', offer_id, size_gb: 1 } }
  },
}
