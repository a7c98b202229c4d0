import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../host/random.ts'
import { createFakeRuntime } from '../runtime/fake/index.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import { networkSettings } from './names.ts'
import { createSpareNetworks } from './spare-networks.ts'

describe('networks made ahead', () => {
  it('are two, and each is used once', async () => {
    await using test = await setup()
    const taken = [await test.spares.take(), await test.spares.take()]
    expect(taken.map(({ isMade }) => isMade)).toEqual([true, true])
    const third = await test.spares.take()
    expect(third.isMade).toBe(false)
    expect(new Set([...taken, third].map(({ network }) => network.name)).size).toBe(3)
  })

  it('are replaced 1.5 s after one was taken', async () => {
    await using test = await setup()
    await test.spares.take()
    await test.clock.advance(0)
    await test.clock.advance(1_499)
    expect(test.names()).toHaveLength(2)
    await test.clock.advance(1)
    expect(test.names()).toHaveLength(3)
  })

  it('are taken over from an earlier run, and surplus ones are removed', async () => {
    const left = ['gridloom-aaaaaaaaaaaa', 'gridloom-bbbbbbbbbbbb', 'gridloom-cccccccccccc']
    await using test = await setup({ left, used: ['gridloom-bbbbbbbbbbbb'] })
    expect(test.names()).toEqual(left)
    expect(await test.spares.take()).toMatchObject({ network: { name: left[0] }, isMade: true })
    await using full = await setup({ left: [...left, 'gridloom-dddddddddddd'] })
    expect(full.names()).toEqual(left.slice(0, 2))
  })

  it('are not taken over when they have other name servers than containers get now', async () => {
    await using test = await setup({ left: ['gridloom-aaaaaaaaaaaa'], leftWith: ['1.1.1.1'] })
    expect(test.names()).not.toContain('gridloom-aaaaaaaaaaaa')
    expect(test.names()).toHaveLength(2)
  })

  it('are not those with the host name of an instance', async () => {
    await using test = await setup({ left: ['gridloom-aaaaaaaaaaaa'], leftNamed: 'trainer' })
    expect(test.names()).not.toContain('gridloom-aaaaaaaaaaaa')
    expect(test.names()).toHaveLength(2)
  })

  it('leave the networks of another agent on the engine alone', async () => {
    const strangers = ['gridloom-111111111111', 'gridloom-222222222222', 'gridloom-333333333333']
    await using test = await setup({ strangers })
    await test.stop()
    expect(test.names()).toEqual(strangers)
  })

  it('are not available once the agent has ended while one was being made', async () => {
    const made = Promise.withResolvers<void>()
    const calls = [Promise.resolve(), made.promise]
    await using test = await setup({ createNetwork: async () => calls.shift() })
    const stopping = test.stop()
    made.resolve()
    await stopping
    expect(await test.spares.take()).toMatchObject({ isMade: false })
  })

  it('are not used where the engine rejects them', async () => {
    await using test = await setup({ createNetwork: () => Promise.reject(new Error('no pools')) })
    expect(await test.spares.take()).toMatchObject({ isMade: false })
  })
})

interface Setting {
  /** Networks that an earlier run of this agent left; `strangers` are those of another agent. */
  left?: string[]
  strangers?: string[]
  used?: string[]
  /** Name servers of the networks that are left. */
  leftWith?: string[]
  /** Host name of the networks that are left. */
  leftNamed?: string
  createNetwork?: ContainerRuntime['createNetwork']
}

async function setup(setting: Setting = {}) {
  const { left = [], strangers = [], used = [], leftWith = ['9.9.9.9'], ...more } = setting
  const { leftNamed: hostname, ...calls } = more
  const clock = createTestClock()
  const runtime = createFakeRuntime({ clock })
  const life = new AbortController()
  const log = { info: () => {}, warn: () => {} }
  for (const [owner, names] of [
    ['own', left],
    ['other', strangers],
  ] as const) {
    for (const name of names) {
      const network = networkSettings(name, { owner, dns: leftWith, hostname })
      await runtime.createNetwork(network, life.signal)
    }
  }
  const context = {
    runtime: { ...runtime, ...calls },
    clock,
    log,
    random: systemRandom,
    owner: 'own',
    nameServers: async () => ['9.9.9.9'],
  }
  const spares = createSpareNetworks(context, 2)
  const begun = spares.begin(new Set(used), life.signal)
  await clock.advance(0)
  async function stop(): Promise<void> {
    life.abort()
    await begun
    await spares.end()
  }
  return { clock, spares, names: runtime.control.networkNames, stop, [Symbol.asyncDispose]: stop }
}
