import type { Instance } from '@gridloom/contract/instances/instance'
import type { Balance } from '@gridloom/contract/ledger/balance'
import type { Machine, MachineLoad } from '@gridloom/contract/machines/machine'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aRenderJob, aRenderScene } from '../../testing/render-samples.ts'
import { aBalance, aMachine, anInstance, sampleId, secondsBefore } from '../../testing/samples.ts'
import { keys } from '../query-keys.ts'
import {
  keepBalance,
  keepInstance,
  keepMachine,
  keepRenderJob,
  type ReadRenderJob,
  type RenderJobPage,
} from './keep.ts'

describe('keepInstance', () => {
  it('replaces an instance in place in each list', () => {
    const { cache, labels } = setup({ instances: [anInstance({ label: 'old' })] })
    keepInstance(cache, anInstance({ label: 'new' }))
    expect(labels('present')).toEqual(['new'])
    expect(labels('all')).toEqual(['new'])
  })

  it('adds a new instance at the front', () => {
    const { cache, labels } = setup({ instances: [anInstance()] })
    keepInstance(cache, anInstance({ id: sampleId('ins', 2), label: 'second' }))
    expect(labels('present')).toEqual(['second', 'train'])
  })

  it('removes a destroyed instance from the active list but not from the list of all', () => {
    const { cache, labels } = setup({ instances: [anInstance()] })
    keepInstance(cache, anInstance({ state: 'destroyed' }))
    expect(labels('present')).toEqual([])
    expect(labels('all')).toEqual(['train'])
  })

  it('creates no list that was never fetched', () => {
    const cache = new QueryClient()
    keepInstance(cache, anInstance())
    expect(cache.getQueryData(keys.instanceList('present'))).toBeUndefined()
    expect(cache.getQueryData(keys.instance(sampleId('ins', 1)))).toMatchObject({ label: 'train' })
  })
})

describe('keepMachine', () => {
  it('updates a machine both in the list and on its own', () => {
    const { cache } = setup({ machines: [aMachine({ listed: false })] })
    keepMachine(cache, aMachine({ listed: true }))
    expect(cache.getQueryData<Machine[]>(keys.machineList)?.[0]?.listed).toBe(true)
    expect(cache.getQueryData<Machine>(keys.machine(sampleId('mch', 1)))?.listed).toBe(true)
  })

  it('keeps the last 60 load samples, each once', () => {
    const { cache } = setup({})
    for (let second = 70; second > 0; second -= 1) {
      keepMachine(cache, aMachine({ load: aLoad(second) }))
      keepMachine(cache, aMachine({ load: aLoad(second) }))
    }
    const loads = cache.getQueryData<MachineLoad[]>(keys.machineLoads(sampleId('mch', 1))) ?? []
    expect(loads).toHaveLength(60)
    expect(loads.at(-1)?.at).toBe(secondsBefore(1))
  })

  it('stores no load samples for a machine that has never connected', () => {
    const { cache } = setup({})
    keepMachine(cache, aMachine({ load: null }))
    expect(cache.getQueryData(keys.machineLoads(sampleId('mch', 1)))).toBeUndefined()
  })
})

describe('keepBalance', () => {
  it('discards an older response that was still in flight', async () => {
    const cache = new QueryClient()
    const old = Promise.withResolvers<Balance>()
    const answers = [old.promise, Promise.resolve(aBalance({ available_micro_usd: 7 }))]
    const shown = new QueryObserver<Balance>(cache, {
      queryKey: keys.balance,
      queryFn: () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    })
    const leave = shown.subscribe(() => undefined)
    keepBalance(cache, aBalance({ available_micro_usd: 7 }))
    old.resolve(aBalance({ available_micro_usd: 5 }))
    await waitFor(() => expect(answers).toEqual([]))
    await waitFor(() => expect(cache.isFetching()).toBe(0))
    expect(cache.getQueryData<Balance>(keys.balance)?.available_micro_usd).toBe(7)
    leave()
  })
})

describe('keepRenderJob', () => {
  it('replaces a job on every page that contains it, and keeps its scene', () => {
    const cache = new QueryClient()
    const { taskId } = aRenderJob()
    cache.setQueryData(keys.renderPage(1), { jobs: [aRenderJob()], total: 1 })
    cache.setQueryData(keys.renderJob(taskId), { job: aRenderJob(), scene: aRenderScene() })
    keepRenderJob(cache, aRenderJob({ state: 'testing' }))
    expect(cache.getQueryData<RenderJobPage>(keys.renderPage(1))?.jobs[0]?.state).toBe('testing')
    const read = cache.getQueryData<ReadRenderJob>(keys.renderJob(taskId))
    expect(read?.job.state).toBe('testing')
    expect(read?.scene.file_name).toBe('donut.blend')
  })

  it('invalidates the lists for a job that none of them contains, and adds no entry', () => {
    const cache = new QueryClient()
    cache.setQueryData(keys.renderPage(1), { jobs: [], total: 0 })
    keepRenderJob(cache, aRenderJob())
    expect(cache.getQueryState(keys.renderPage(1))?.isInvalidated).toBe(true)
    expect(cache.getQueryData(keys.renderJob(aRenderJob().taskId))).toBeUndefined()
  })
})

function aLoad(second: number) {
  return { at: secondsBefore(second), cpu_percent: second, memory_used_mib: 1, disk_free_gb: 1 }
}

function setup({ instances, machines }: { instances?: Instance[]; machines?: Machine[] }) {
  const cache = new QueryClient()
  if (instances) {
    cache.setQueryData(keys.instanceList('present'), instances)
    cache.setQueryData(keys.instanceList('all'), instances)
  }
  if (machines) cache.setQueryData(keys.machineList, machines)
  return {
    cache,
    labels: (which: 'present' | 'all') =>
      cache.getQueryData<Instance[]>(keys.instanceList(which))?.map(({ label }) => label),
  }
}
