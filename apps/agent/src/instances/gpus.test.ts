import { describe, expect, it } from 'vitest'
import { anInstanceId, anotherInstanceId, aSpec } from '../../test/builders.ts'
import { startFakeMachine } from '../../test/fake-machine.ts'
import type { Toolkit } from '../hardware/gpus/toolkit.ts'

const id = anInstanceId
const withGpu = aSpec({ gpu_uuids: ['GPU-1'] })

describe('an instance with a GPU', () => {
  it('is rejected where the toolkit lets containers break out, and no container is created', async () => {
    await using machine = await setup({ kind: 'outdated', version: '1.17.7' })
    const failed = await machine.runReady(withGpu)
    expect(failed).toMatchObject({
      phase: 'failed',
      ready_s: 0,
      reason: { code: 'create_refused' },
    })
    expect(failed.reason?.text).toBe(
      'The NVIDIA Container Toolkit of this machine (1.17.7) allows container escapes. ' +
        'The provider must install 1.17.8 or newer before the machine can provide GPUs.',
    )
    expect(machine.runtime.control.containerNames()).toEqual([])
  })

  it('starts for a newer generation once the toolkit is updated', async () => {
    const answers: Toolkit[] = [{ kind: 'outdated', version: '1.16.2' }]
    await using machine = await setup(() => answers.shift() ?? { kind: 'safe', version: '1.18.0' })
    await machine.runReady(withGpu)
    machine.manager.apply({ ...withGpu, generation: 2 })
    expect(await machine.until(id, ({ ready }) => ready)).toMatchObject({ reason: null })
  })

  it('waits for a toolkit that does not respond at first', async () => {
    const answers: Toolkit[] = [{ kind: 'silent' }, { kind: 'silent' }]
    await using machine = await setup(() => answers.shift() ?? { kind: 'safe', version: '1.18.0' })
    expect(await machine.runReady(withGpu)).toMatchObject({ ready: true, reason: null })
  })

  it('fails when the toolkit never responds', async () => {
    await using machine = await setup({ kind: 'silent' })
    const failed = await machine.runReady(withGpu)
    expect(failed.reason).toMatchObject({ code: 'create_refused' })
    expect(machine.runtime.control.containerNames()).toEqual([])
  })

  it('reports the use of its own GPUs only', async () => {
    await using machine = await setup({ kind: 'safe', version: '1.18.0' })
    await machine.runReady(withGpu)
    const [sampled] = await machine.manager.sampleMetrics(new AbortController().signal)
    expect(sampled?.sample.gpus).toEqual([
      { uuid: 'GPU-1', utilization_percent: 42, memory_used_mib: 1_024 },
    ])
  })
})

describe('an instance without a GPU', () => {
  it('reads neither the toolkit nor the use of GPUs', async () => {
    const asked: string[] = []
    await using machine = await startFakeMachine({
      toolkit: async () => {
        asked.push('toolkit')
        return { kind: 'outdated', version: '1.0.0' }
      },
      gpuUse: async () => {
        asked.push('figures')
        return []
      },
    })
    await machine.runReady(aSpec({ instance_id: anotherInstanceId }))
    await machine.manager.sampleMetrics(new AbortController().signal)
    expect(asked).toEqual([])
  })
})

function setup(toolkit: Toolkit | (() => Toolkit)) {
  return startFakeMachine({
    toolkit: async () => (typeof toolkit === 'function' ? toolkit() : toolkit),
    gpuUse: async () => [
      { uuid: 'GPU-0', utilization_percent: 1, memory_used_mib: 1 },
      { uuid: 'GPU-1', utilization_percent: 42, memory_used_mib: 1_024 },
    ],
  })
}
