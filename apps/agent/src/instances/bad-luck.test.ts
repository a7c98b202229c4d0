import { chmod, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { anInstanceId, anotherInstanceId, aSpec } from '../../test/builders.ts'
import { startFakeMachine } from '../../test/fake-machine.ts'

const id = anInstanceId

describe('a container that is removed by hand', () => {
  it('is lost with its disk while it runs: said so, not charged, and not made anew by itself', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(60_000)
    machine.runtime.control.removeByHand(id)
    const lost = await machine.until(id, ({ ready }) => !ready)
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed.reason).toEqual({
      code: 'disk_lost',
      exit_code: null,
      text: 'Its container was removed from the machine by something else, and its disk with it.',
    })
    await machine.pass(60_000)
    expect(machine.report(id)).toMatchObject({ ready_s: lost.ready_s, stopped_s: 0 })
    expect(machine.runtime.control.containerNames()).toEqual([])
  })

  it('is lost while it stands stopped, and its disk costs nothing any more', async () => {
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

  it('is lost when it went while the agent was away', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.restart('kill')
    machine.runtime.control.removeByHand(id)
    await machine.restart('end')
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed.reason?.code).toBe('disk_lost')
  })

  it('is begun again, with an empty disk, when a newer generation asks for it', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    machine.runtime.control.removeByHand(id)
    await machine.until(id, ({ phase }) => phase === 'failed')
    machine.manager.apply(aSpec({ generation: 2 }))
    expect(await machine.until(id, ({ ready }) => ready)).toMatchObject({ reason: null })
  })

  it('is destroyed all the same when that is asked for', async () => {
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
  it('does not keep a container of it from starting again', async () => {
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
  it('has ended its containers: said so, charged to their end, and started again when asked for', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(20_000)
    machine.runtime.control.setReachable('away')
    machine.runtime.control.exit(id, 137)
    await machine.pass(0)
    await machine.pass(30_000)
    machine.runtime.control.setReachable('reachable')
    const failed = await machine.until(id, ({ phase }) => phase === 'failed')
    expect(failed).toMatchObject({ ready: false, ready_s: 20 })
    expect(failed.reason).toEqual({
      code: 'exited',
      exit_code: 137,
      text: 'It was ended together with the container engine of its machine, which was restarted (exit code 137).',
    })
    machine.manager.apply(aSpec({ generation: 2 }))
    await machine.until(id, ({ ready }) => ready)
  })
})

describe('a data folder that cannot be written', () => {
  it('does not keep instances from being served', async () => {
    await using machine = await startFakeMachine()
    await blockFolder(machine.dataDir)
    expect(await machine.runReady(aSpec())).toMatchObject({ ready: true, reason: null })
    await machine.pass(60_000)
    expect(machine.report(id).ready_s).toBe(60)
    machine.manager.apply(aSpec({ generation: 2, desired: 'destroyed' }))
    await machine.until(id, ({ phase }) => phase === 'destroyed')
  })

  it('does not keep the labels from telling the next agent what runs', async () => {
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
  it('that are torn are passed over, and the labels stand in', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.manager[Symbol.asyncDispose]()
    await writeFile(join(machine.dataDir, 'instances', `${id}.json`), '{"version":1,"spec":{"inst')
    await machine.restart('end')
    expect(await machine.until(id, ({ ready }) => ready)).toMatchObject({ phase: 'running' })
  })

  it('that a crash left half written are cleared away', async () => {
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
  ])('%s by a day changes no count', async (_, byMs) => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(30_000)
    machine.clock.shiftWall(byMs)
    await machine.pass(30_000)
    expect(machine.report(id)).toMatchObject({ phase: 'running', ready_s: 60 })
  })

  it('back while the agent is away never makes a count fall', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    await machine.pass(60_000)
    await machine.manager[Symbol.asyncDispose]()
    machine.clock.shiftWall(-3_600_000)
    await machine.restart('end')
    expect(machine.report(id).ready_s).toBe(60)
  })

  it('does not keep a disk sample from being sane', async () => {
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
  it('keep to their own instances', async () => {
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

/** A file in the folder's place: nobody, root included, can write below it. */
async function blockFolder(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'instances'), { recursive: true, force: true })
  await writeFile(join(dataDir, 'instances'), '')
  await chmod(join(dataDir, 'instances'), 0o400)
}
