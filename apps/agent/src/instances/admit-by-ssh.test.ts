import { describe, expect, it } from 'vitest'
import { anInstanceId, aSpec } from '../../test/builders.ts'
import { startFakeMachine } from '../../test/fake-machine.ts'

const id = anInstanceId
const file = '/root/.ssh/authorized_keys'
const [ada, bob] = ['ssh-ed25519 AAAAada', 'ssh-ed25519 AAAAbob'] as const

describe('SSH keys of the renter', () => {
  it('stand in the container before it starts, one a line', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ authorized_keys: [ada, bob] }))
    expect(machine.runtime.control.fileText(id, file)).toBe(`${ada}\n${bob}\n`)
  })

  it('are those of the newest spec at each start', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ authorized_keys: [ada] }))
    machine.keeper.apply(aSpec({ generation: 2, restart: 1, authorized_keys: [bob] }))
    await machine.until(id, ({ ready, observed_generation }) => ready && observed_generation === 2)
    expect(machine.runtime.control.fileText(id, file)).toBe(`${bob}\n`)
  })

  it('are taken out again when none is left, though the agent was restarted', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec({ authorized_keys: [ada] }))
    await machine.restart('kill')
    await machine.until(id, ({ ready }) => ready)
    machine.keeper.apply(aSpec({ generation: 2, restart: 1, authorized_keys: [] }))
    await machine.until(id, ({ ready, observed_generation }) => ready && observed_generation === 2)
    expect(machine.runtime.control.fileText(id, file)).toBe('')
  })

  it('leave the image’s own file alone where the renter has none', async () => {
    await using machine = await startFakeMachine()
    await machine.runReady(aSpec())
    expect(machine.runtime.control.fileText(id, file)).toBeUndefined()
  })
})
