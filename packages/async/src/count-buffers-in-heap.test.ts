import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

const module = new URL('count-buffers-in-heap.ts', import.meta.url).href

it('leaves a program that passes 4 GiB on at most half of the collections of its whole heap', () => {
  expect(collections('(await import(process.argv[1])).countBuffersInHeap()')).toBeLessThan(
    collections('') / 2,
  )
})

/** Passes 4 GiB on in buffers of 64 KiB, and returns how often the whole heap was collected. */
function collections(before: string): number {
  const program = `
    import { constants, PerformanceObserver } from 'node:perf_hooks'
    import { setImmediate as nextTurn } from 'node:timers/promises'
    ${before}
    // As in a server, which has some of everything.
    globalThis.held = Array.from({ length: 400_000 }, (_, at) => ({ at }))
    let count = 0
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries())
        if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) count += 1
    }).observe({ entryTypes: ['gc'] })
    for (let turn = 0; turn < 256; turn += 1) {
      for (let at = 0; at < 256; at += 1) Buffer.alloc(65_536)
      await nextTurn()
    }
    await nextTurn()
    console.log(count)`
  const words = ['--input-type=module', '--eval', program, module]
  return Number(execFileSync(process.execPath, words, { encoding: 'utf8' }))
}
