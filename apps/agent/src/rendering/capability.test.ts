import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { aCapability, createFakeRenderer } from '../../test/fake-renderer.ts'
import { fingerprintEveryMs, probeEveryMs, watchCapability } from './capability.ts'
import type { RendererFacts } from './renderer.ts'

describe('what a machine can render', () => {
  it('is found out after the start, which does not wait for it', async () => {
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

  it('is said by the next agent until it has found out itself', async () => {
    await using test = await setup()
    await using first = await test.watch()
    await first.refresh()
    test.blender.facts = { missing: 'Blender is not installed.' }
    await using second = await test.watch()
    expect(second.current()).toEqual({ capability: aCapability, missing: null })
    await second.refresh()
    expect(second.current()).toEqual({ capability: null, missing: 'Blender is not installed.' })
  })

  it('is found out anew every ten minutes, and told where it changed', async () => {
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

  it('is found out anew as soon as Blender is another', async () => {
    await using test = await setup()
    await using watch = await test.watch()
    await watch.refresh()
    await test.pass(fingerprintEveryMs)
    expect(test.blender.probes).toBe(1)
    test.replaceBlender()
    await test.pass(fingerprintEveryMs)
    expect(test.blender.probes).toBe(2)
  })

  it('is not asked of a machine that renders', async () => {
    await using test = await setup({ isBusy: true })
    await using watch = await test.watch()
    await watch.refresh()
    await test.pass(2 * probeEveryMs)
    expect(test.blender.probes).toBe(1)
    expect(watch.current().capability).toEqual(aCapability)
  })

  it('stays as it was where looking fails', async () => {
    await using test = await setup()
    await using watch = await test.watch()
    await watch.refresh()
    test.blender.probe = () => Promise.reject(new Error('broken'))
    await test.pass(probeEveryMs)
    expect(watch.current().capability).toEqual(aCapability)
    expect(test.failures).toEqual([new Error('broken')])
  })

  it('is given up by a probe that never answers', async () => {
    await using test = await setup()
    test.blender.probe = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    await using _watch = await test.watch()
    await test.pass(probeEveryMs)
    expect(test.failures[0]).toMatchObject({ name: 'TimeoutError' })
  })

  it('is unknown where what was kept is damaged', async () => {
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
    /** Lets time pass, and what it wakes come to rest. */
    pass: async (ms: number) => {
      await clock.advance(ms)
      for (let rest = 0; rest < 50; rest += 1) await turn()
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
