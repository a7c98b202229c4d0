import { expect, it } from 'vitest'
import { startEngineStandIn } from '../../../test/engine-stand-in.ts'
import { createManualClock } from '../../../test/manual-clock.ts'
import { createBoundedContainers } from './bounded-containers.ts'

it('measures a machine that cannot bound disks without looking each time for what bounds them', async () => {
  const info = { json: { DockerRootDir: '/', Driver: 'btrfs', DriverStatus: [] } }
  await using engine = await startEngineStandIn({ 'GET /info': [info, info, info] })
  const clock = createManualClock()
  const { signal } = new AbortController()
  const { space, support } = createBoundedContainers(engine.api, {
    search: {
      execute: () => Promise.reject(new Error('nothing is run')),
      ...{ owner: 'own', isLocal: true, isRoot: true, platform: 'linux' },
    },
    clock,
    seccomp: async () => '',
  })
  for (let second = 0; second < 59; second += 1) {
    expect(await space(signal)).toMatchObject({ allocatedBytes: 0 })
    await clock.advance(1_000)
  }
  expect(engine.lines()).toHaveLength(1)
  await clock.advance(1_000)
  await space(signal)
  expect(engine.lines()).toHaveLength(2)
  // What is made or started by the answer is asked anew.
  expect(await support(signal)).toMatchObject({ kind: 'watched' })
  expect(engine.lines()).toHaveLength(3)
})
