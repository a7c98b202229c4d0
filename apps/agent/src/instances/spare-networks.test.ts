import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { systemRandom } from '../host/random.ts'
import { createFakeRuntime } from '../runtime/fake/index.ts'
import type { ContainerRuntime } from '../runtime/port.ts'
import { createSpareNetworks } from './spare-networks.ts'

describe('networks made ahead', () => {
  it('are two, and each is used once', async () => {
    await using test = await setup()
    const taken = [test.spares.take(), test.spares.take()]
    expect(taken.map(({ isMade }) => isMade)).toEqual([true, true])
    const third = test.spares.take()
    expect(third.isMade).toBe(false)
    expect(new Set([...taken, third].map(({ network }) => network.name)).size).toBe(3)
  })

  it('are replaced 1.5 s after one was taken', async () => {
    await using test = await setup()
    test.spares.take()
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
    expect(test.spares.take()).toMatchObject({ network: { name: left[0] }, isMade: true })
    await using full = await setup({ left: [...left, 'gridloom-dddddddddddd'] })
    expect(full.names()).toEqual(left.slice(0, 2))
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
    expect(test.spares.take().isMade).toBe(false)
  })

  it('are not used where the engine rejects them', async () => {
    await using test = await setup({ createNetwork: () => Promise.reject(new Error('no pools')) })
    expect(test.spares.take().isMade).toBe(false)
  })
})

interface Setting {
  /** Networks that an earlier run of this agent left; `strangers` are those of another agent. */
  left?: string[]
  strangers?: string[]
  used?: string[]
  createNetwork?: ContainerRuntime['createNetwork']
}

async function setup({ left = [], strangers = [], used = [], ...calls }: Setting = {}) {
  const clock = createTestClock()
  const runtime = createFakeRuntime({ clock })
  const life = new AbortController()
  const log = { info: () => {}, warn: () => {} }
  for (const [owner, names] of [
    ['own', left],
    ['other', strangers],
  ] as const) {
    for (const name of names) {
      const labels = { 'gridloom.agent': owner }
      await runtime.createNetwork({ name, bridge: name, subnet: undefined, labels }, life.signal)
    }
  }
  const spares = createSpareNetworks({
    runtime: { ...runtime, ...calls },
    clock,
    log,
    random: systemRandom,
    owner: 'own',
  })
  const begun = spares.begin(new Set(used), life.signal)
  await clock.advance(0)
  async function stop(): Promise<void> {
    life.abort()
    await begun
    await spares.end()
  }
  return { clock, spares, names: runtime.control.networkNames, stop, [Symbol.asyncDispose]: stop }
}
