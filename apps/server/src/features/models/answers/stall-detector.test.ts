import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { createStallDetector } from './stall-detector.ts'

const stallMsMax = 10_000

describe('the stall detector', () => {
  it('reports once when a wait takes too long', async () => {
    await using test = setup()
    test.stall.waiting()
    await test.clock.advance(stallMsMax - 1)
    expect(test.hung).toEqual([])
    await test.clock.advance(10_000)
    expect(test.hung).toEqual(['upstream_failed'])
    await test.clock.advance(stallMsMax * 2)
    expect(test.hung).toHaveLength(1)
  })

  it('measures each wait by itself', async () => {
    await using test = setup()
    for (let times = 0; times < 5; times += 1) {
      test.stall.waiting()
      await test.clock.advance(stallMsMax / 2)
      test.stall.received()
      await test.clock.advance(stallMsMax)
    }
    expect(test.hung).toEqual([])
  })

  it('reports nothing once the watch has ended', async () => {
    await using test = setup()
    test.stall.waiting()
    test.stall.end()
    await test.clock.advance(stallMsMax * 2)
    expect(test.hung).toEqual([])
  })
})

function setup() {
  const clock = createTestClock()
  const detector = createStallDetector(clock)
  const hung: string[] = []
  const stall = detector.watch(stallMsMax, ({ code }) => hung.push(code))
  return { clock, hung, stall, [Symbol.asyncDispose]: () => detector[Symbol.asyncDispose]() }
}
