import { noContainerOptions } from '@gridloom/contract/templates/docker-options'
import { describe, expect, it } from 'vitest'
import { anInstanceId, aSpec } from '../../test/builders.ts'
import { startFakeMachine } from '../../test/fake-machine.ts'
import { NetworkGone } from '../runtime/failure.ts'
import { createFakeRuntime } from '../runtime/fake/index.ts'
import type { ContainerSettings, NetworkSettings } from '../runtime/port.ts'

const id = anInstanceId
const nofile = { name: 'nofile', soft: 100, hard: 200 } as const
const options = { shm_mib: 1, ulimits: [nofile], workdir: '/w', user: '7', hostname: 'trainer' }
const chosen = { shmBytes: 1_048_576, ulimits: [nofile], workdir: '/w', user: '7' }

describe('the options of a container', () => {
  it('include its host name, which no network made ahead has', async () => {
    await using machine = await startRecordingMachine()
    await machine.pass(10_000)
    const ahead = machine.runtime.control.networkNames()
    await machine.runReady(aSpec({ options }))
    expect(machine.created).toMatchObject([{ ...chosen, hostname: 'trainer' }])
    expect(ahead).not.toContain(machine.created[0]?.network)
    const own = machine.networks.filter(({ hostname }) => hostname === 'trainer')
    expect(own.map(({ name }) => name)).toEqual([machine.created[0]?.network])
    expect(machine.runtime.control.networkNames()).toEqual(expect.arrayContaining(ahead))
  })

  it('are those of the container that replaces one without a network', async () => {
    await using machine = await startRecordingMachine()
    machine.runtime.control.failNext('startContainer', new NetworkGone(undefined))
    await machine.runReady(aSpec({ options }))
    const [first, second, ...more] = machine.created
    expect([second, more]).toEqual([first, []])
    const own = machine.networks.filter(({ hostname }) => hostname === 'trainer')
    expect(own).toHaveLength(2)
    expect(own[1]).toEqual(own[0])
  })

  it('stay with an instance that another agent restarts', async () => {
    await using machine = await startRecordingMachine()
    await machine.runReady(aSpec({ options }))
    await machine.restart('kill')
    machine.manager.apply(aSpec({ options, generation: 2, restart: 1 }))
    await machine.until(id, (it) => it.ready && it.observed_generation === 2)
    expect(machine.created).toHaveLength(1)
    await machine.pass(10_000)
    expect(machine.runtime.control.networkNames()).toContain(machine.created[0]?.network)
  })

  it('fail a start by name and at once where no machine gives them', async () => {
    await using machine = await startRecordingMachine()
    const core = { name: 'core', soft: -1, hard: -1 } as const
    const spec = aSpec({ options: { ...noContainerOptions, ulimits: [core] } })
    const failed = await machine.runReady(spec)
    expect(failed).toMatchObject({ phase: 'failed', reason: { code: 'start_failed' } })
    expect(failed.reason?.text).toContain('ulimit core')
    await machine.pass(60_000)
    expect(machine.created).toEqual([])
    machine.manager.apply({ ...spec, generation: 2, desired: 'destroyed' })
    await machine.until(id, ({ phase }) => phase === 'destroyed')
  })
})

/** A machine that records the settings of its containers and networks. */
async function startRecordingMachine() {
  const created: ContainerSettings[] = []
  const networks: NetworkSettings[] = []
  const fake = createFakeRuntime({ images: ['gridloom/base:1'] })
  const runtime: typeof fake = {
    ...fake,
    createContainer: (settings, signal) => {
      created.push(settings)
      return fake.createContainer(settings, signal)
    },
    replaceContainer: (settings, signal) => {
      created.push(settings)
      return fake.replaceContainer(settings, signal)
    },
    createNetwork: (network, signal) => {
      networks.push(network)
      return fake.createNetwork(network, signal)
    },
  }
  return Object.assign(await startFakeMachine({ runtime }), { created, networks })
}
