import type { Instance } from '@gridloom/contract/instances/instance'
import type { Balance } from '@gridloom/contract/ledger/balance'
import type { Machine, MachineLoad } from '@gridloom/contract/machines/machine'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../query-keys.ts'

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
  askAnewInFlight(queryClient, keys.instances)
}

/** Writes a machine that changed wherever it is shown, and its load into its recent history. */
export function keepMachine(queryClient: QueryClient, machine: Machine): void {
  queryClient.setQueryData(keys.machine(machine.id), machine)
  queryClient.setQueryData<Machine[]>(keys.machineList, (list) => putIn(list, machine))
  askAnewInFlight(queryClient, keys.machines)
  const { load } = machine
  if (load === null) return
  queryClient.setQueryData<MachineLoad[]>(keys.machineLoads(machine.id), (loads = []) =>
    loads.at(-1)?.at === load.at ? loads : [...loads, load].slice(-loadsKept),
  )
}

/** A render job with the scene that it renders, as its screens hold it. */
export interface ReadRenderJob {
  job: RenderJob
  scene: RenderScene
}

/** One page of the render jobs, newest first. */
export interface RenderJobPage {
  jobs: RenderJob[]
  total: number
}

/** Writes a render job that changed wherever it is shown; of one that no list has, the lists are asked anew. */
export function keepRenderJob(queryClient: QueryClient, job: RenderJob): void {
  queryClient.setQueryData<ReadRenderJob>(
    keys.renderJob(job.taskId),
    (read) => read && { ...read, job },
  )
  let listed = false
  queryClient.setQueriesData<RenderJobPage>({ queryKey: keys.renderLists }, (page) => {
    if (!page?.jobs.some(({ taskId }) => taskId === job.taskId)) return page
    listed = true
    return { ...page, jobs: page.jobs.map((other) => (other.taskId === job.taskId ? job : other)) }
  })
  // @NOTE asked anew in the background: what fails to load says so where it is shown
  if (!listed) void queryClient.invalidateQueries({ queryKey: keys.renderLists })
  askAnewInFlight(queryClient, keys.renderLists)
  askAnewInFlight(queryClient, keys.renderJob(job.taskId))
}

/** Writes the newest balance; the ledger and the receipts behind it have changed too. */
export function keepBalance(queryClient: QueryClient, balance: Balance): void {
  queryClient.setQueryData(keys.balance, balance)
  askAnewInFlight(queryClient, keys.balance)
  // @NOTE asked anew in the background: what fails to load says so where it is shown
  void queryClient.invalidateQueries({ queryKey: keys.ledger })
  void queryClient.invalidateQueries({ queryKey: keys.receipts })
}

/**
 * An answer that was asked for before an event may come after it and be older. So questions that are
 * under way when an event comes are dropped and asked again.
 */
function askAnewInFlight(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  const inFlight = { queryKey, fetchStatus: 'fetching' } as const
  const asked = queryClient.getQueryCache().findAll(inFlight)
  for (const { queryKey: key } of asked) {
    const one = { queryKey: key, exact: true }
    // @NOTE the second answer's failure is the query's own and shows where it is used
    void queryClient.cancelQueries(one).then(() => queryClient.refetchQueries(one))
  }
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
