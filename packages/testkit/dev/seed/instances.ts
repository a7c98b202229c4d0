import type { Client } from '@gridloom/client/calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import type { Instance } from '@gridloom/contract/instances/instance'
import { anOrder } from '../../src/order.ts'
import { untilReported } from '../../src/until-reported.ts'

const running = 'Notebook'
const ended = 'Finished experiment'

/** Creates one instance that runs on the machine, and one that was destroyed after use. */
export async function seedInstances(renter: Client, machine: { id: MachineId }): Promise<void> {
  const instances = await renter.instances.list({ query: { destroyed: 'true' } })
  if (!instances.some(({ label, state }) => label === ended && state === 'destroyed')) {
    await orderReady(renter, machine, ended)
    await destroyLabelled(renter, ended)
  }
  // Containers of the fake runtime end with this process, so each start needs a new one.
  if (!instances.some(({ label, ready }) => label === running && ready))
    await orderReady(renter, machine, running)
}

async function orderReady(
  renter: Client,
  machine: { id: MachineId },
  label: string,
): Promise<Instance> {
  // One from an earlier start may not have ended, and has the label.
  await destroyLabelled(renter, label)
  const { offers } = await renter.market.search({ query: { page_size: 100 } })
  const offer = offers.find(({ machine_id }) => machine_id === machine.id)
  if (offer === undefined) throw new Error(`no free slot for the instance ${label}`)
  const body = anOrder(offer.id, { label, disk_gb: 20 })
  const { instance } = await renter.instances.order({ body })
  return untilInstance(renter, instance.id, ({ ready }) => ready)
}

async function destroyLabelled(renter: Client, wanted: string): Promise<void> {
  const instances = await renter.instances.list()
  for (const { id } of instances.filter(({ label }) => label === wanted)) {
    await renter.instances.destroy({ params: { id } })
    await untilInstance(renter, id, ({ state }) => state === 'destroyed')
  }
}

function untilInstance(
  renter: Client,
  id: Instance['id'],
  satisfies: (instance: Instance) => boolean,
): Promise<Instance> {
  return untilReported(renter, { read: () => renter.instances.read({ params: { id } }), satisfies })
}
