import { describe, expect, it } from 'vitest'
import { anInstanceId, anotherInstanceId, aSpec } from '../../test/builders.ts'
import { startFakeMachine } from '../../test/fake-machine.ts'
import { RuntimeFailure } from '../runtime/failure.ts'

const id = anInstanceId

describe('the reports of a starting instance', () => {
  it('go through the phases of the contract in order', async () => {
    await using machine = await startFakeMachine({ images: [] })
    await machine.runReady(aSpec({ image: 'debian:12' }))
    const phases = machine.reported.map(({ phase }) => phase)
    expect([...new Set(phases)]).toEqual(['creating', 'pulling', 'starting', 'running'])
    const pulling = machine.reported.find(({ phase }) => phase === 'pulling')
    expect(pulling?.progress).toMatchObject({ percent: 50, done_bytes: 500, total_bytes: 1_000 })
    expect(machine.report(id).progress).toBeNull()
  })

  it('omit the pull of an image that is on the machine', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    expect(machine.reported.map(({ phase }) => phase)).not.toContain('pulling')
  })

  it('are not repeated without a change', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    const reported = machine.reported.length
    await machine.pass(60_000)
    expect(machine.reported).toHaveLength(reported)
  })
})

describe('a spec', () => {
  it('is ignored when it is older, and has no effect when it is repeated', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ generation: 5 }))
    machine.manager.apply(aSpec({ generation: 4, desired: 'destroyed' }))
    machine.manager.apply(aSpec({ generation: 5 }))
    machine.manager.sync([aSpec({ generation: 5 })])
    await machine.pass(30_000)
    expect(machine.report(id)).toMatchObject({
      phase: 'running',
      ready: true,
      observed_generation: 5,
    })
  })

  it('can destroy an instance during a pull', async () => {
    await using machine = await startFakeMachine({ images: [], ensureImage: never })
    machine.manager.apply(aSpec())
    await machine.pass(100)
    machine.manager.apply(aSpec({ generation: 2, desired: 'destroyed' }))
    await machine.until(id, ({ phase }) => phase === 'destroyed')
    expect(machine.runtime.control.containerNames()).toEqual([])
  })

  it('restarts the container only for a newer restart number', async () => {
    await using machine = await startFakeMachine()
    const first = await machine.runReady(aSpec())
    await machine.pass(1_000)
    machine.manager.apply(aSpec({ generation: 2, restart: 1 }))
    const second = await machine.until(id, (it) => it.ready && it.started_at !== first.started_at)
    const readyAgain = machine.reported.filter((it) => it.ready && it.observed_generation === 2)
    expect([...new Set(readyAgain.map((it) => it.started_at))]).toEqual([second.started_at])
    machine.manager.apply(aSpec({ generation: 3, restart: 1 }))
    await machine.pass(30_000)
    expect(machine.report(id)).toMatchObject({ started_at: second.started_at, ready: true })
  })

  it('of a newer generation retries a failed start', async () => {
    await using machine = await startFakeMachine()
    machine.runtime.control.failNext('startContainer', new RuntimeFailure('start_failed', 'no'))
    const failed = await machine.runReady(aSpec())
    expect(failed).toMatchObject({ phase: 'failed', reason: { code: 'start_failed', text: 'no' } })
    machine.manager.apply(aSpec({ generation: 2 }))
    const ready = await machine.until(id, (it) => it.ready)
    expect(ready.reason).toBeNull()
  })
})

describe('an instance that fails', () => {
  it('is not retried after a permanent error', async () => {
    await using machine = await startFakeMachine({ images: [] })
    machine.runtime.control.failNext('pullImage', new RuntimeFailure('image_not_found', 'no such'))
    const failed = await machine.runReady(aSpec({ image: 'debian:99' }))
    expect(failed).toMatchObject({
      phase: 'failed',
      reason: { code: 'image_not_found' },
      ready_s: 0,
    })
  })

  it('is retried while the engine is away, and reports that', async () => {
    await using machine = await startFakeMachine()
    machine.runtime.control.setReachable('away')
    machine.manager.apply(aSpec())
    const waiting = await machine.until(id, ({ reason }) => reason !== null)
    expect(waiting).toMatchObject({ phase: 'creating', reason: { code: 'engine_unreachable' } })
    await machine.pass(2_000)
    machine.runtime.control.setReachable('reachable')
    expect(await machine.until(id, (it) => it.ready)).toMatchObject({ reason: null })
  })

  it('gives up a start while the engine stays away, but never a destroy', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.setReachable('away')
    machine.manager.apply(aSpec({ instance_id: anotherInstanceId }))
    machine.manager.apply(aSpec({ generation: 2, desired: 'destroyed' }))
    const failed = await machine.until(anotherInstanceId, ({ phase }) => phase === 'failed')
    expect(failed.reason?.code).toBe('engine_unreachable')
    await machine.pass(300_000)
    expect(machine.report(id).phase).toBe('stopping')
    machine.runtime.control.setReachable('reachable')
    await machine.until(id, ({ phase }) => phase === 'destroyed')
  })

  it('gives up a start that keeps failing although the engine responds in between', async () => {
    await using machine = await startFakeMachine()
    for (let time = 0; time < 20; time += 1) {
      const full = new RuntimeFailure('start_failed', 'no', { retry: 'later' })
      machine.runtime.control.failNext('startContainer', full)
    }
    expect(await machine.runReady(aSpec())).toMatchObject({
      phase: 'failed',
      reason: { code: 'start_failed' },
    })
  })

  it('gives up when its image is gone after every pull', async () => {
    await using machine = await startFakeMachine()
    for (let time = 0; time < 20; time += 1) {
      const gone = new RuntimeFailure('image_not_found', 'gone', { retry: 'later' })
      machine.runtime.control.failNext('createContainer', gone)
    }
    const failed = await machine.runReady(aSpec())
    expect(failed).toMatchObject({ phase: 'failed', reason: { code: 'image_not_found' } })
  })

  it('gets all tries again for a newer generation', async () => {
    await using machine = await startFakeMachine()
    const fail = (times: number) => {
      for (let time = 0; time < times; time += 1) {
        const hiccup = new RuntimeFailure('start_failed', 'no', { retry: 'later' })
        machine.runtime.control.failNext('createContainer', hiccup)
      }
    }
    fail(13)
    machine.manager.apply(aSpec())
    await machine.pass(20_000)
    expect(machine.report(id)).toMatchObject({ phase: 'creating' })
    machine.manager.apply(aSpec({ generation: 2 }))
    expect(await machine.until(id, (it) => it.ready || it.phase === 'failed')).toMatchObject({
      ready: true,
    })
  })

  it('reports an exit with its exit code', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.exit(id, 9)
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed.reason).toMatchObject({ code: 'exited', exit_code: 9 })
  })

  it('reports that it ran out of memory', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.runOutOfMemory(id)
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed.reason?.code).toBe('out_of_memory')
  })

  it('is stopped with a full disk, may start to make room, and is stopped again if it stays full', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ disk_gb: 1 }))
    machine.runtime.control.setWrittenBytes(id, 1_000_000_001)
    const full = await machine.until(id, ({ phase }) => phase === 'stopped')
    expect(full.reason?.code).toBe('disk_full')
    machine.manager.apply(aSpec({ disk_gb: 1, generation: 2 }))
    await machine.until(id, (it) => it.ready)
    await machine.pass(30_000)
    expect(machine.report(id).phase).toBe('running')
    await machine.until(id, ({ phase }) => phase === 'stopped')
  })

  it('loses a disk that is far over its size, and can start with a new one', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ disk_gb: 1 }))
    machine.runtime.control.setWrittenBytes(id, 6_000_000_000)
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed.reason).toMatchObject({
      code: 'disk_full',
      text: 'The container wrote 6 GB to its 1 GB disk. The disk was deleted.',
    })
    expect(machine.runtime.control.containerNames()).toEqual([])
    machine.manager.apply(aSpec({ disk_gb: 1, generation: 2 }))
    await machine.until(id, (it) => it.ready)
  })

  it('is stopped when its machine has no room left and nothing bounds its disk', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    const allocated = { unfilledBytes: 0, allocatedBytes: 0, volumeBytes: 0 }
    const space = { totalBytes: 100e9, freeBytes: 4e9, ...allocated }
    machine.runtime.control.setSpace(space)
    const stopped = await machine.until(id, ({ phase }) => phase === 'stopped')
    expect(stopped.reason).toMatchObject({
      code: 'disk_full',
      text: expect.stringContaining('low on disk space'),
    })
    machine.runtime.control.setSpace({ ...space, freeBytes: 50e9 })
    machine.manager.apply(aSpec({ generation: 2 }))
    await machine.until(id, (it) => it.ready)
  })

  it('reports a failed start script with its exit code and output', async () => {
    await using machine = await startFakeMachine()
    const failed = await machine.runReady(aSpec({ on_start_script: 'echo no disk\nexit 3' }))
    expect(failed).toMatchObject({
      phase: 'failed',
      ready_s: 0,
      reason: {
        code: 'start_script_failed',
        exit_code: 3,
        text: expect.stringContaining('no disk'),
      },
    })
  })

  it('reports that it never became ready', async () => {
    await using machine = await startFakeMachine()
    const readiness = { kind: 'tcp', port: 80, timeout_s: 5 } as const
    const failed = await machine.runReady(aSpec({ readiness }))
    expect(failed).toMatchObject({ ready_s: 0, reason: { code: 'readiness_timeout' } })
    expect(failed.reason?.text).toBe(
      'The readiness check did not pass within 5 s: port 80 did not accept connections.',
    )
  })
})

describe('the meter of an instance', () => {
  it('counts ready time up to a stop, and stopped time after it', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(60_000)
    expect(machine.report(id)).toMatchObject({ ready_s: 60, stopped_s: 0 })
    machine.manager.apply(aSpec({ generation: 2, desired: 'stopped' }))
    const stopped = await machine.until(id, ({ phase }) => phase === 'stopped')
    await machine.pass(100_000)
    expect(machine.report(id).ready_s).toBe(stopped.ready_s)
    expect(machine.report(id).stopped_s).toBe(100)
  })

  it('does not count stopped time before the first start', async () => {
    await using machine = await startFakeMachine()
    machine.manager.apply(aSpec({ desired: 'stopped' }))
    await machine.pass(60_000)
    expect(machine.report(id)).toMatchObject({ phase: 'stopped', stopped_s: 0, ready_s: 0 })
  })

  it('is held while the engine is away, and counts that time if the container kept running', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.setReachable('away')
    await machine.pass(60_000)
    expect(machine.report(id).ready_s).toBeLessThan(30)
    machine.runtime.control.setReachable('reachable')
    await machine.pass(60_000)
    expect(machine.report(id).ready_s).toBe(120)
  })

  it('counts only up to its end when the container ended while the engine was away', async () => {
    await using machine = await startFakeMachine()
    const before = await machine.runReady(aSpec())
    machine.runtime.control.setReachable('away')
    await machine.pass(20_000)
    machine.runtime.control.exit(id, 1)
    await machine.pass(60_000)
    machine.runtime.control.setReachable('reachable')
    const again = await machine.until(id, (it) => it.ready && it.started_at !== before.started_at)
    expect(again.ready_s).toBe(20)
  })
})

describe('a restarted agent', () => {
  it.each(['end', 'kill'] as const)(
    'adopts a running instance and its metered time after an agent %s',
    async (how) => {
      await using machine = await startFakeMachine()
      const before = await machine.runReady(aSpec())
      await machine.pass(30_000)
      await machine.restart(how)
      expect(machine.report(id)).toMatchObject({
        phase: 'running',
        ready: true,
        started_at: before.started_at,
        observed_generation: 1,
        ready_s: 30,
      })
    },
  )

  it('reports the exit of an adopted container', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(30_000)
    await machine.restart('end')
    machine.runtime.control.exit(id, 2)
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed).toMatchObject({ reason: { code: 'exited', exit_code: 2 }, ready_s: 30 })
  })

  it('reports a destroyed instance until a sync no longer names it', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.manager.apply(aSpec({ generation: 2, desired: 'destroyed' }))
    await machine.until(id, ({ phase }) => phase === 'destroyed')
    await machine.restart('end')
    expect(machine.report(id)).toMatchObject({ phase: 'destroyed', observed_generation: 2 })
    expect(machine.manager.sync([])).toEqual({ unknown: [] })
    await machine.restart('end')
    expect(machine.manager.reports()).toEqual([])
  })

  it('does not restart a failed instance', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ on_start_script: 'exit 3' }))
    await machine.restart('end')
    await machine.pass(30_000)
    expect(machine.report(id)).toMatchObject({
      phase: 'failed',
      reason: { code: 'start_script_failed' },
    })
  })

  it('keeps an instance without a spec running, and returns it as unknown', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    expect(machine.manager.sync([])).toEqual({ unknown: [id] })
    await machine.pass(30_000)
    expect(machine.report(id)).toMatchObject({ phase: 'running', ready: true })
  })

  it('keeps the instances on file while the engine is away, and adopts their containers later', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.setReachable('away')
    await machine.restart('end')
    expect(machine.report(id).phase).toBe('running')
    machine.runtime.control.setReachable('reachable')
    await machine.pass(30_000)
    expect(machine.report(id)).toMatchObject({ phase: 'running', ready: true, reason: null })
  })
})

describe('networks', () => {
  it('are never shared, and are removed with their instance', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.runReady(aSpec({ instance_id: anotherInstanceId }))
    await machine.pass(10_000)
    expect(machine.runtime.control.networkNames()).toHaveLength(4)
    machine.manager.apply(aSpec({ generation: 2, desired: 'destroyed' }))
    await machine.until(id, ({ phase }) => phase === 'destroyed')
    expect(machine.runtime.control.networkNames()).toHaveLength(3)
    await machine.restart('kill')
    await machine.pass(10_000)
    expect(machine.runtime.control.networkNames()).toHaveLength(3)
  })

  it('made ahead are removed when the agent stops', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(10_000)
    await machine.manager[Symbol.asyncDispose]()
    expect(machine.runtime.control.networkNames()).toHaveLength(1)
  })

  it('that were pruned are created again', async () => {
    await using machine = await startFakeMachine()
    const gone = new RuntimeFailure('start_failed', 'network gone', { retry: 'later' })
    machine.runtime.control.failNext('startContainer', gone)
    expect(await machine.runReady(aSpec())).toMatchObject({ ready: true, reason: null })
    expect(machine.reported.map(({ reason }) => reason)).not.toContainEqual(expect.anything())
  })
})

describe('calls that name an instance', () => {
  it('are rejected for one that is not on the machine', async () => {
    await using machine = await startFakeMachine()
    const { manager } = machine
    const signal = AbortSignal.timeout(1_000)
    const request = { command: ['true'], timeout_s: 1 }
    expect(() => manager.exec(id, request, signal)).toThrow('does not exist on the machine')
    await expect(manager.dial(id, 80, signal)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are rejected with its state for one that is not running', async () => {
    await using machine = await startFakeMachine()
    machine.manager.apply(aSpec({ desired: 'stopped' }))
    await machine.pass(100)
    const signal = AbortSignal.timeout(1_000)
    await expect(machine.manager.dial(id, 80, signal)).rejects.toMatchObject({
      code: 'state_conflict',
      message: 'The instance is stopped, not running.',
    })
  })
})

/** An image source that never finishes. */
function never(_: unknown, __: unknown, signal: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}
