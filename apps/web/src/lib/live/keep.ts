import type { Instance } from '@gridloom/contract/instances'
import type { Machine, MachineLoad } from '@gridloom/contract/machines'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../api/keys.ts'

const loadsKept = 60

/** Writes an instance that changed wherever it is shown. Destroyed ones leave the list of those present. */
export function keepInstance(queryClient: QueryClient, instance: Instance): void {
  const before = queryClient.getQueryData<Instance>(keys.instance(instance.id))
  // What burns changes with the state, before the next use is booked and told.
  if (before?.state !== instance.state || before.ready !== instance.ready) {
    void queryClient.invalidateQueries({ queryKey: keys.balance })
  }
  queryClient.setQueryData(keys.instance(instance.id), instance)
  queryClient.setQueryData<Instance[]>(keys.instanceList('all'), (list) => putIn(list, instance))
  queryClient.setQueryData<Instance[]>(keys.instanceList('present'), (list) =>
    instance.state === 'destroyed'
      ? list?.filter(({ id }) => id !== instance.id)
      : putIn(list, instance),
  )
}

/** Writes a machine that changed wherever it is shown, and its load into its recent history. */
export function keepMachine(queryClient: QueryClient, machine: Machine): void {
  queryClient.setQueryData(keys.machine(machine.id), machine)
  queryClient.setQueryData<Machine[]>(keys.machineList, (list) => putIn(list, machine))
  const { load } = machine
  if (load === null) return
  queryClient.setQueryData<MachineLoad[]>(keys.machineLoads(machine.id), (loads = []) =>
    loads.at(-1)?.at === load.at ? loads : [...loads, load].slice(-loadsKept),
  )
}

/** The list with the item in its place, or before all others when it is new. */
function putIn<Item extends { id: string }>(
  list: Item[] | undefined,
  item: Item,
): Item[] | undefined {
  if (list === undefined) return undefined
  if (!list.some(({ id }) => id === item.id)) return [item, ...list]
  return list.map((other) => (other.id === item.id ? item : other))
}
