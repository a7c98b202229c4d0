import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { startEngineStandIn } from '../../../test/engine-stand-in.ts'
import { createBoundedContainers } from './bounded-containers.ts'
import type { EngineApi } from './engine-api.ts'

it('measures the files of one container at a time, and clears disks without a new search', async () => {
  const info = { json: { DockerRootDir: '/', Driver: 'btrfs', DriverStatus: [] } }
  const first = Promise.withResolvers<void>()
  let walks = 0
  await using engine = await startEngineStandIn({ 'GET /info': [info] })
  const api: EngineApi = {
    ...engine.api,
    json: async (asked) => {
      if (asked.path === '/info') return engine.api.json(asked)
      walks += 1
      if (asked.path.includes('one')) await first.promise
      return { ...inspected, SizeRw: walks }
    },
  }
  const { diskUse, clearDisks } = setup(api)
  const { signal } = new AbortController()
  const gone = new AbortController()
  await clearDisks(() => false, signal)
  const uses = ['one', 'two'].map((name) => diskUse(name, signal))
  const left = diskUse('three', gone.signal)
  await expect.poll(() => walks).toBe(1)
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  first.resolve()
  expect(await Promise.all(uses)).toMatchObject([{ usedBytes: 1 }, { usedBytes: 2 }])
  expect(walks).toBe(2)
  expect(engine.lines()).toHaveLength(1)
})

it('does not search for bounded disks at each measurement if there are none', async () => {
  const info = { json: { DockerRootDir: '/', Driver: 'btrfs', DriverStatus: [] } }
  await using engine = await startEngineStandIn({ 'GET /info': [info, info, info] })
  const clock = createTestClock()
  const { signal } = new AbortController()
  const { space, support } = setup(engine.api, clock)
  for (let second = 0; second < 59; second += 1) {
    expect(await space(signal)).toMatchObject({ allocatedBytes: 0 })
    await clock.advance(1_000)
  }
  expect(engine.lines()).toHaveLength(1)
  await clock.advance(1_000)
  await space(signal)
  expect(engine.lines()).toHaveLength(2)
  // Calls that create or start containers search again.
  expect(await support(signal)).toMatchObject({ kind: 'watched' })
  expect(engine.lines()).toHaveLength(3)
})

it('does not ask an engine whose disks it can never bound', async () => {
  await using engine = await startEngineStandIn({})
  const { support } = setup(engine.api, createTestClock(), { isLocal: false })
  const { signal } = new AbortController()
  expect(await support(signal)).toMatchObject({ kind: 'watched' })
  expect(engine.lines()).toEqual([])
})

const state = {
  ...{ Status: 'running', Running: true, OOMKilled: false, ExitCode: 0 },
  ...{ StartedAt: '2026-01-01T00:00:00Z', FinishedAt: '0001-01-01T00:00:00Z' },
}
const inspected = { Id: 'c', Name: '/c', State: state, Config: {} }

function setup(api: EngineApi, clock = createTestClock(), changes: { isLocal?: boolean } = {}) {
  return createBoundedContainers(api, {
    networkMade: async () => {},
    search: {
      clock,
      execute: () => Promise.reject(new Error('nothing is run')),
      ...{ owner: 'own', isLocal: true, isRoot: true, platform: 'linux', ...changes },
    },
    clock,
    seccomp: async () => '',
  })
}
