import { chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anInstanceId, anotherInstanceId, aSpec } from '../../test/builders.ts'
import { type FakeMachine, startFakeMachine } from '../../test/fake-machine.ts'

const id = anInstanceId

describe('a container that is removed by hand', () => {
  it('while it runs is reported as disk_lost, not charged and not created again', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(60_000)
    machine.runtime.control.removeByHand(id)
    const lost = await machine.until(id, ({ ready }) => !ready)
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed.reason).toEqual({
      code: 'disk_lost',
      exit_code: null,
      text: 'The container and its disk were removed from the machine outside Gridloom.',
    })
    await machine.pass(60_000)
    expect(machine.report(id)).toMatchObject({ ready_s: lost.ready_s, stopped_s: 0 })
    expect(machine.runtime.control.containerNames()).toEqual([])
  })

  it('while it is stopped is reported as disk_lost, and its disk is no longer charged', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.manager.apply(aSpec({ generation: 2, desired: 'stopped' }))
    await machine.until(id, ({ phase }) => phase === 'stopped')
    machine.runtime.control.removeByHand(id)
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed.reason?.code).toBe('disk_lost')
    await machine.pass(100_000)
    expect(machine.report(id).stopped_s).toBe(failed.stopped_s)
  })

  it('while the agent is away is reported as disk_lost', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.restart('kill')
    machine.runtime.control.removeByHand(id)
    await machine.restart('end')
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed.reason?.code).toBe('disk_lost')
  })

  it('is created again for a newer generation', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.removeByHand(id)
    await machine.until(id, ({ phase }) => phase === 'failed')
    machine.manager.apply(aSpec({ generation: 2 }))
    expect(await machine.until(id, ({ ready }) => ready)).toMatchObject({ reason: null })
  })

  it('can still be destroyed', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.removeByHand(id)
    machine.manager.apply(aSpec({ generation: 2, desired: 'destroyed' }))
    expect(await machine.until(id, ({ phase }) => phase === 'destroyed')).toMatchObject({
      reason: null,
    })
  })
})

describe('an image that is deleted', () => {
  it('does not prevent its container from starting again', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.manager.apply(aSpec({ generation: 2, desired: 'stopped' }))
    await machine.until(id, ({ phase }) => phase === 'stopped')
    machine.runtime.control.forgetImage('gridloom/base:1')
    machine.manager.apply(aSpec({ generation: 3 }))
    expect(await machine.until(id, ({ ready }) => ready)).toMatchObject({ reason: null })
  })
})

describe('an engine that was restarted', () => {
  it.each([
    ['killed', 137],
    ['asked to end', 0],
  ])('has its containers that were %s started again, metered up to their end', async (_, code) => {
    await using machine = await startFakeMachine()
    const before = await machine.runReady(aSpec())
    await endWithEngine(machine, code)
    const again = await machine.until(id, (it) => it.ready && it.started_at !== before.started_at)
    expect(again).toMatchObject({ phase: 'running', reason: null, ready_s: 20 })
    expect(machine.reported.map(({ phase }) => phase)).not.toContain('failed')
  })

  it('has containers started again that it ended while it still responded', async () => {
    for (const [code, launch_mode] of [
      [143, 'shell'],
      [0, 'entrypoint'],
    ] as const) {
      await using machine = await startFakeMachine()
      const before = await machine.runReady(aSpec({ launch_mode }))
      machine.runtime.control.endBySignal(id, code)
      await machine.pass(10_000)
      machine.runtime.control.setReachable('away')
      await machine.pass(30_000)
      machine.runtime.control.setReachable('reachable')
      await machine.until(id, (it) => it.ready && it.started_at !== before.started_at)
      expect(machine.reported.map(({ phase }) => phase)).not.toContain('failed')
      expect(machine.reported.map(({ phase }) => phase)).not.toContain('stopped')
    }
  })

  it('leaves an entry point stopped that finished while it was away', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ launch_mode: 'entrypoint' }))
    machine.runtime.control.setReachable('away')
    await machine.pass(30_000)
    machine.runtime.control.exit(id, 0)
    await machine.pass(30_000)
    machine.runtime.control.setReachable('reachable')
    const stopped = await machine.until(id, ({ phase }) => phase === 'stopped')
    expect(stopped).toMatchObject({ reason: { code: 'exited', exit_code: 0 } })
  })

  it('leaves a container with the restart policy never stopped, until its renter starts it', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ restart_policy: 'never' }))
    await endWithEngine(machine, 137)
    const stopped = await machine.until(id, ({ phase }) => phase === 'stopped')
    expect(stopped.reason).toEqual({
      code: 'machine_restarted',
      exit_code: 137,
      text: 'The container engine of the machine restarted. The disk is kept.',
    })
    machine.manager.apply(aSpec({ restart_policy: 'never', generation: 2 }))
    await machine.until(id, ({ ready }) => ready)
  })
})

describe('a machine that was restarted', () => {
  it('has its instances started again, with nothing metered while it was off', async () => {
    await using machine = await startFakeMachine()
    const before = await machine.runReady(aSpec())
    await machine.pass(20_000)
    await machine.reboot(600_000)
    expect(machine.report(id)).toMatchObject({ phase: 'starting', ready: false, ready_s: 20 })
    const again = await machine.until(id, ({ ready }) => ready)
    expect(again).toMatchObject({ phase: 'running', reason: null, ready_s: 20, stopped_s: 0 })
    expect(again.started_at).not.toBe(before.started_at)
    expect(machine.reported.map(({ phase }) => phase)).not.toContain('failed')
    await machine.pass(30_000)
    expect(machine.report(id).ready_s).toBe(50)
  })

  it('starts an instance again each time', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    for (const _ of [1, 2]) {
      await machine.reboot(60_000)
      await machine.until(id, ({ ready }) => ready)
    }
  })

  it('leaves an instance with the restart policy never stopped', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ restart_policy: 'never' }))
    await machine.reboot(60_000)
    const stopped = await machine.until(id, ({ phase }) => phase === 'stopped')
    expect(stopped.reason).toMatchObject({ code: 'machine_restarted', exit_code: 255 })
  })

  it('leaves instances alone that were stopped or had failed', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.runReady(
      aSpec({ instance_id: anotherInstanceId, on_start_script: 'exit 3', generation: 1 }),
    )
    machine.manager.apply(aSpec({ generation: 2, desired: 'stopped' }))
    await machine.until(id, ({ phase }) => phase === 'stopped')
    await machine.reboot(60_000)
    await machine.pass(30_000)
    expect(machine.report(id).phase).toBe('stopped')
    expect(machine.report(anotherInstanceId)).toMatchObject({
      phase: 'failed',
      reason: { code: 'start_script_failed' },
    })
  })

  it('has an instance whose engine comes up late shown as starting until then', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.setReachable('away')
    await machine.reboot(60_000)
    await machine.pass(30_000)
    expect(machine.report(id)).toMatchObject({ phase: 'starting', ready: false })
    machine.runtime.control.setReachable('reachable')
    await machine.until(id, ({ ready }) => ready)
  })
})

describe('a data folder that cannot be written', () => {
  it('does not prevent an instance from running, being metered and being destroyed', async () => {
    await using machine = await startFakeMachine()
    await blockFolder(machine.dataDir)
    expect(await machine.runReady(aSpec())).toMatchObject({ ready: true, reason: null })
    await machine.pass(60_000)
    expect(machine.report(id).ready_s).toBe(60)
    machine.manager.apply(aSpec({ generation: 2, desired: 'destroyed' }))
    await machine.until(id, ({ phase }) => phase === 'destroyed')
  })

  it('does not prevent the next agent from adopting an instance by its labels', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.manager[Symbol.asyncDispose]()
    await blockFolder(machine.dataDir)
    await machine.restart('end')
    expect(await machine.until(id, ({ ready }) => ready)).toMatchObject({ phase: 'running' })
    expect(machine.manager.sync([])).toEqual({ unknown: [id] })
  })
})

describe('files of instances', () => {
  it('are ignored in favour of the labels when they are torn', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.manager[Symbol.asyncDispose]()
    await writeFile(join(machine.dataDir, 'instances', `${id}.json`), '{"version":1,"spec":{"inst')
    await machine.restart('end')
    expect(await machine.until(id, ({ ready }) => ready)).toMatchObject({ phase: 'running' })
  })

  it('are removed when a crash left them half written', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.manager[Symbol.asyncDispose]()
    const folder = join(machine.dataDir, 'instances')
    await writeFile(join(folder, `${id}.json.4711.new`), '{')
    await machine.restart('end')
    expect(await readdir(folder)).toEqual([`${id}.json`])
  })
})

describe('a wall clock that jumps', () => {
  it.each([
    ['forward', 86_400_000],
    ['back', -86_400_000],
  ])('%s by a day does not change the metered time', async (_, byMs) => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(30_000)
    machine.clock.shiftWall(byMs)
    await machine.pass(30_000)
    expect(machine.report(id)).toMatchObject({ phase: 'running', ready_s: 60 })
  })

  it('back while the agent is away does not reduce the metered time', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(60_000)
    await machine.manager[Symbol.asyncDispose]()
    machine.clock.shiftWall(-3_600_000)
    await machine.restart('end')
    expect(machine.report(id).ready_s).toBe(60)
  })

  it('back by an hour keeps CPU samples within plausible limits', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.setUsage(id, { cpuNs: 5e9 })
    machine.clock.shiftWall(-3_600_000)
    const [sampled] = await machine.manager.sampleMetrics(new AbortController().signal)
    expect(sampled?.sample.cpu_percent).toBeGreaterThanOrEqual(0)
    expect(sampled?.sample.cpu_percent).toBeLessThanOrEqual(10_000)
  })
})

describe('two agents on one engine', () => {
  it('manage only their own instances', async () => {
    await using one = await startFakeMachine()
    await using other = await startFakeMachine({ runtime: one.runtime })
    await one.runReady(aSpec())
    await other.runReady(aSpec({ instance_id: anotherInstanceId }))
    await one.restart('kill')
    await other.restart('end')
    expect(one.manager.reports().map(({ instance_id }) => instance_id)).toEqual([id])
    expect(other.manager.sync([])).toEqual({ unknown: [anotherInstanceId] })
    other.manager.apply(
      aSpec({ instance_id: anotherInstanceId, generation: 2, desired: 'destroyed' }),
    )
    await other.until(anotherInstanceId, ({ phase }) => phase === 'destroyed')
    await one.pass(30_000)
    expect(one.report(id)).toMatchObject({ phase: 'running', ready: true })
  })
})

/** Runs for 20 s, then ends the container while the engine is away for half a minute. */
async function endWithEngine(machine: FakeMachine, code: number): Promise<void> {
  await machine.pass(20_000)
  machine.runtime.control.setReachable('away')
  machine.runtime.control.exit(id, code)
  await machine.pass(0)
  await machine.pass(30_000)
  machine.runtime.control.setReachable('reachable')
}

/** Puts a file in the folder's place, so that not even root can write in it. */
async function blockFolder(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'instances'), { recursive: true, force: true })
  await writeFile(join(dataDir, 'instances'), '')
  await chmod(join(dataDir, 'instances'), 0o400)
}
