import { describe, expect, it } from 'vitest'
import { anInstanceId, aSpec } from '../../test/builders.ts'
import { type FakeMachine, startFakeMachine } from '../../test/fake-machine.ts'
import { RuntimeFailure } from '../runtime/failure.ts'

const id = anInstanceId
const file = '/root/.ssh/authorized_keys'
const [ada, bob] = ['ssh-ed25519 AAAAada', 'ssh-ed25519 AAAAbob'] as const

describe('SSH keys of the renter', () => {
  it('are in the container once it is ready, one per line', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ authorized_keys: [ada, bob] }))
    expect(machine.runtime.control.fileText(id, file)).toBe(`${ada}\n${bob}\n`)
  })

  it('are those of the newest spec after a restart', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ authorized_keys: [ada] }))
    machine.manager.apply(aSpec({ generation: 2, restart: 1, authorized_keys: [bob] }))
    await machine.until(id, ({ ready, observed_generation }) => ready && observed_generation === 2)
    expect(machine.runtime.control.fileText(id, file)).toBe(`${bob}\n`)
  })

  it('are replaced while it runs without a restart, and change nothing once it has ended', async () => {
    await using machine = await startFakeMachine()
    const before = await machine.runReady(aSpec({ authorized_keys: [ada, bob] }))
    machine.manager.apply(aSpec({ generation: 2, authorized_keys: [bob] }))
    const after = await machine.until(id, () => fileOf(machine) === `${bob}\n`)
    expect(after).toMatchObject({ phase: 'running', ready: true, started_at: before.started_at })
    machine.runtime.control.exit(id, 1)
    await machine.until(id, ({ phase }) => phase !== 'running')
    machine.manager.apply(aSpec({ generation: 3, authorized_keys: [] }))
    const ended = await machine.until(id, ({ observed_generation }) => observed_generation === 3)
    expect(ended.phase).not.toBe('running')
    await machine.pass(60_000)
    expect(machine.report(id).phase).toBe(ended.phase)
  })

  it('are all removed when a full disk prevents their replacement', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ authorized_keys: [ada, bob] }))
    const full = new RuntimeFailure('disk_full', 'The disk of the instance is full.')
    machine.runtime.control.failNext('writePrivate', full)
    machine.manager.apply(aSpec({ generation: 2, authorized_keys: [bob] }))
    await machine.until(id, () => fileOf(machine) === '')
  })

  it('do not prevent a start with a full disk, and are replaced once there is room', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ authorized_keys: [ada] }))
    const full = new RuntimeFailure('disk_full', 'The disk of the instance is full.')
    for (let write = 0; write < 6; write += 1)
      machine.runtime.control.failNext('writePrivate', full)
    machine.manager.apply(aSpec({ generation: 2, restart: 1, authorized_keys: [bob] }))
    await machine.until(id, ({ ready, observed_generation }) => ready && observed_generation === 2)
    expect(fileOf(machine)).toBe(`${ada}\n`)
    await machine.pass(120_000)
    expect(fileOf(machine)).toBe(`${bob}\n`)
  })

  it('are removed when the spec has none, also after a restart of the agent', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ authorized_keys: [ada] }))
    await machine.restart('kill')
    await machine.until(id, ({ ready }) => ready)
    machine.manager.apply(aSpec({ generation: 2, restart: 1, authorized_keys: [] }))
    await machine.until(id, ({ ready, observed_generation }) => ready && observed_generation === 2)
    expect(machine.runtime.control.fileText(id, file)).toBe('')
  })

  it('leave the image’s own file unchanged where the renter has none', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    expect(machine.runtime.control.fileText(id, file)).toBeUndefined()
  })
})

function fileOf(machine: FakeMachine): string | undefined {
  return machine.runtime.control.fileText(id, file)
}
