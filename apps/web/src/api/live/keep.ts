import type { Instance } from '@gridloom/contract/instances/instance'
import type { Balance } from '@gridloom/contract/ledger/balance'
import type { Machine, MachineLoad } from '@gridloom/contract/machines/machine'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import type { RenderScene } from '@gridloom/contract/rendering/scene'
import type { QueryClient } from '@tanstack/react-query'
import { keys } from '../query-keys.ts'

const loadsKept = 60

/** Writes a changed instance to every query that contains it. Destroyed instances leave the list of active ones. */
export function keepInstance(queryClient: QueryClient, instance: Instance): void {
  const before = queryClient.getQueryData<Instance>(keys.instance(instance.id))
  // The spend rate changes with the state, before the next use is charged and published.
  if (before?.state !== instance.state || before.ready !== instance.ready) {
    void queryClient.invalidateQueries({ queryKey: keys.balance })
  }
  keepInSearches(queryClient, instance, before)
  if (before?.state !== instance.state || before.generation !== instance.generation) {
    void queryClient.invalidateQueries({ queryKey: keys.instanceEvents(instance.id) })
  }
  queryClient.setQueryData(keys.instance(instance.id), instance)
  queryClient.setQueryData<Instance[]>(keys.instanceList('all'), (list) => putIn(list, instance))
  queryClient.setQueryData<Instance[]>(keys.instanceList('present'), (list) =>
    instance.state === 'destroyed'
      ? list?.filter(({ id }) => id !== instance.id)
      : putIn(list, instance),
  )
  refetchInFlight(queryClient, keys.instances)
}

/** Writes an instance to the filtered lists that contain it. Those that may gain or lose it are fetched again. */
function keepInSearches(
  queryClient: QueryClient,
  instance: Instance,
  read: Instance | undefined,
): void {
  const lists = queryClient.getQueriesData<Instance[]>({ queryKey: keys.instanceSearches })
  for (const [queryKey, list] of lists) {
    const before = list?.find(({ id }) => id === instance.id)
    if (before !== undefined)
      queryClient.setQueryData<Instance[]>(queryKey, (shown) => putIn(shown, instance))
    const known = before ?? read
    // @NOTE refetched in the background: a failure is shown where the data is used
    if (known === undefined || mayMoveIn(known, instance))
      void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}

function mayMoveIn(before: Instance, after: Instance): boolean {
  return before.state !== after.state || before.label !== after.label || before.note !== after.note
}

/** Writes a changed machine to every query that contains it, and appends its load to its recent samples. */
export function keepMachine(queryClient: QueryClient, machine: Machine): void {
  const before = queryClient
    .getQueryData<Machine[]>(keys.machineList)
    ?.find(({ id }) => id === machine.id)
  // Its load alone changes every few seconds, and nothing that the dashboard adds up.
  if (before?.status !== machine.status || before.slots_rented !== machine.slots_rented) {
    // @NOTE refetched in the background: a failure is shown where the data is used
    void queryClient.invalidateQueries({ queryKey: keys.dashboard })
  }
  queryClient.setQueryData(keys.machine(machine.id), machine)
  queryClient.setQueryData<Machine[]>(keys.machineList, (list) => putIn(list, machine))
  refetchInFlight(queryClient, keys.machines)
  const { load } = machine
  if (load === null) return
  queryClient.setQueryData<MachineLoad[]>(keys.machineLoads(machine.id), (loads = []) =>
    loads.at(-1)?.at === load.at ? loads : [...loads, load].slice(-loadsKept),
  )
}

/** A render job with its scene, as cached for its pages. */
export interface ReadRenderJob {
  job: RenderJob
  scene: RenderScene
}

/** One page of the render jobs, newest first. */
export interface RenderJobPage {
  jobs: RenderJob[]
  total: number
}

/** Writes a changed render job to every query that contains it. If no list contains it, the lists are refetched. */
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
  // @NOTE refetched in the background: a failure is shown where the data is used
  if (!listed) void queryClient.invalidateQueries({ queryKey: keys.renderLists })
  refetchInFlight(queryClient, keys.renderLists)
  refetchInFlight(queryClient, keys.renderJob(job.taskId))
}

/** Writes the latest balance and refetches ledger and receipts, which have changed with it. */
export function keepBalance(queryClient: QueryClient, balance: Balance): void {
  queryClient.setQueryData(keys.balance, balance)
  refetchInFlight(queryClient, keys.balance)
  // @NOTE refetched in the background: a failure is shown where the data is used
  void queryClient.invalidateQueries({ queryKey: keys.ledger })
  void queryClient.invalidateQueries({ queryKey: keys.receipts })
}

/**
 * Cancels and refetches queries in flight: a response requested before an event may be older than the event and arrive
 * after it.
 */
function refetchInFlight(queryClient: QueryClient, queryKey: readonly unknown[]): void {
  const inFlight = { queryKey, fetchStatus: 'fetching' } as const
  const asked = queryClient.getQueryCache().findAll(inFlight)
  for (const { queryKey: key } of asked) {
    const one = { queryKey: key, exact: true }
    // @NOTE a failed refetch is the query's own error and is shown where the data is used
    void queryClient.cancelQueries(one).then(() => queryClient.refetchQueries(one))
  }
}

/** Returns the list with the item replaced in place, or prepended when it is new. */
function putIn<Item extends { id: string }>(
  list: Item[] | undefined,
  item: Item,
): Item[] | undefined {
  if (list === undefined) return undefined
  if (!list.some(({ id }) => id === item.id)) return [item, ...list]
  return list.map((other) => (other.id === item.id ? item : other))
}
