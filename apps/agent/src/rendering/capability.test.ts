import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { aCapability, createFakeRenderer } from '../../test/fake-renderer.ts'
import { fingerprintEveryMs, probeEveryMs, watchCapability } from './capability.ts'
import type { RendererFacts } from './renderer.ts'

describe('the render capability of a machine', () => {
  it('is probed after the start, which does not wait for it', async () => {
    await using test = await setup()
    const gate = Promise.withResolvers<RendererFacts>()
    test.blender.probe = () => gate.promise
    await using watch = await test.watch()
    expect(watch.current()).toEqual({ capability: null, missing: null })
    const received = listen(watch)
    gate.resolve({ capability: aCapability })
    await watch.refresh()
    expect(received).toEqual([{ capability: aCapability, missing: null }])
  })

  it('is that of the previous agent until it was probed again', async () => {
    await using test = await setup()
    await using first = await test.watch()
    await first.refresh()
    test.blender.facts = { missing: 'Blender is not installed.' }
    await using second = await test.watch()
    expect(second.current()).toEqual({ capability: aCapability, missing: null })
    await second.refresh()
    expect(second.current()).toEqual({ capability: null, missing: 'Blender is not installed.' })
  })

  it('is probed every ten minutes, and reported when it changed', async () => {
    await using test = await setup()
    await using watch = await test.watch()
    await watch.refresh()
    const received = listen(watch)
    await test.pass(probeEveryMs)
    expect(test.blender.probes).toBe(2)
    expect(received).toEqual([])
    const newer = { ...aCapability, blender_version: '5.0.1' }
    test.blender.facts = { capability: newer }
    await test.pass(probeEveryMs)
    expect(received).toEqual([{ capability: newer, missing: null }])
  })

  it('is probed as soon as the fingerprint of Blender changes', async () => {
    await using test = await setup()
    await using watch = await test.watch()
    await watch.refresh()
    await test.pass(fingerprintEveryMs)
    expect(test.blender.probes).toBe(1)
    test.replaceBlender()
    await test.pass(fingerprintEveryMs)
    expect(test.blender.probes).toBe(2)
  })

  it('is not probed while the machine renders', async () => {
    await using test = await setup({ isBusy: true })
    await using watch = await test.watch()
    await watch.refresh()
    await test.pass(2 * probeEveryMs)
    expect(test.blender.probes).toBe(1)
    expect(watch.current().capability).toEqual(aCapability)
  })

  it('stays as it was when a probe fails', async () => {
    await using test = await setup()
    await using watch = await test.watch()
    await watch.refresh()
    test.blender.probe = () => Promise.reject(new Error('broken'))
    await test.pass(probeEveryMs)
    expect(watch.current().capability).toEqual(aCapability)
    expect(test.failures).toEqual([new Error('broken')])
  })

  it('times out when a probe never answers', async () => {
    await using test = await setup()
    test.blender.probe = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await using _watch = await test.watch()
    await test.pass(probeEveryMs)
    expect(test.failures[0]).toMatchObject({ name: 'TimeoutError' })
  })

  it('is unknown if the stored one is damaged', async () => {
    await using test = await setup()
    await writeFile(test.path, '{"capability":')
    test.blender.probe = () => new Promise(() => undefined)
    expect((await test.watch()).current()).toEqual({ capability: null, missing: null })
  })
})

function listen(watch: Awaited<ReturnType<typeof watchCapability>>): unknown[] {
  const received: unknown[] = []
  watch.onChange(() => received.push(watch.current()))
  return received
}

async function setup({ isBusy = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-capability-'))
  const path = join(folder, 'capability.json')
  const clock = createTestClock()
  const blender = createFakeRenderer()
  const failures: unknown[] = []
  let fingerprint = 'blender 3'
  return {
    path,
    blender,
    failures,
    replaceBlender: () => {
      fingerprint = 'blender 5'
    },
    watch: () =>
      watchCapability({
        path,
        renderer: { probe: (signal) => blender.probe(signal) },
        readFingerprint: async () => fingerprint,
        isBusy: () => isBusy,
        clock,
        onFailure: (cause) => void failures.push(cause),
      }),
    /** Advances the clock, and waits for everything that this wakes. */
    pass: async (ms: number) => {
      await clock.advance(ms)
      for (let rest = 0; rest < 50; rest += 1) await turn()
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
