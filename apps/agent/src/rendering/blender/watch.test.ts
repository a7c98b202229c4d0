import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createManualClock } from '../../../test/manual-clock.ts'
import { systemClock } from '../../host/clock.ts'
import { type KillReason, lookAt, type Watched, watchLimits } from './watch.ts'

describe('a look at a Blender', () => {
  it('lets one go on that keeps its limits', async () => {
    await using test = await setup()
    await test.clock.advance(4_000)
    expect(await test.look()).toBeUndefined()
  })

  it('ends it for the memory of all its processes', async () => {
    await using test = await setup()
    expect(await test.look({ pid: process.pid, memoryMibMax: 1 })).toBe('out_of_memory')
    expect(test.seenMib()).toBeGreaterThan(20)
  })

  it('ends it for what it wrote, in folders too', async () => {
    await using test = await setup()
    await mkdir(join(test.outFolder, 'deep'))
    await writeFile(join(test.outFolder, 'deep/picture'), 'x'.repeat(600))
    expect(await test.look()).toBeUndefined()
    await writeFile(join(test.outFolder, 'picture'), 'x'.repeat(600))
    expect(await test.look()).toBe('too_much_output')
  })

  it('ends it for silence, and for time however much it says', async () => {
    await using test = await setup()
    await test.clock.advance(5_001)
    expect(await test.look()).toBe('no_progress')
    await test.clock.advance(5_000)
    const order = () => ({ sinceMs: 0, lastWordMs: 10_000, secondsMax: 10 })
    expect(await test.look({ order })).toBe('timed_out')
  })

  it('counts no time while nothing is asked of it', async () => {
    await using test = await setup()
    await test.clock.advance(1_000_000)
    expect(await test.look({ order: () => undefined })).toBeUndefined()
  })
})

describe('the watch', () => {
  it('kills at the first look that finds a limit passed', async () => {
    await using test = await setup()
    await writeFile(join(test.outFolder, 'picture'), 'x'.repeat(2_000))
    const { promise, resolve } = Promise.withResolvers<KillReason>()
    const end = watchLimits({ ...test.watched, clock: systemClock, kill: resolve })
    expect(await promise).toBe('too_much_output')
    end()
  })
})

async function setup() {
  const outFolder = await mkdtemp(join(tmpdir(), 'gridloom-watch-'))
  const clock = createManualClock()
  let seen = 0
  const limits = {
    ...{ no_progress_s_max: 5, memory_mib_max: null, output_bytes_max: 1_000 },
  }
  const watched: Omit<Watched, 'kill'> = {
    ...{ clock, limits, outFolder, pid: undefined, memoryMibMax: 1e6 },
    order: () => ({ sinceMs: 0, lastWordMs: 0, secondsMax: 10 }),
    onMemory: (mib) => {
      seen = mib
    },
  }
  return {
    ...{ clock, outFolder, watched },
    seenMib: () => seen,
    look: (changes: Partial<Watched> = {}) => lookAt({ ...watched, ...changes }),
    [Symbol.asyncDispose]: () => rm(outFolder, { recursive: true }),
  }
}
