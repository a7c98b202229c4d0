import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { createHangWatch } from './hang-watch.ts'

const idleMsMax = 10_000

describe('the watch for machines that hang', () => {
  it('says so once, when something was waited for too long', async () => {
    await using test = setup()
    test.listening.waiting()
    await test.clock.advance(idleMsMax - 1)
    expect(test.hung).toEqual([])
    await test.clock.advance(10_000)
    expect(test.hung).toEqual(['upstream_failed'])
    await test.clock.advance(idleMsMax * 2)
    expect(test.hung).toHaveLength(1)
  })

  it('counts from the last wait alone', async () => {
    await using test = setup()
    for (let times = 0; times < 5; times += 1) {
      test.listening.waiting()
      await test.clock.advance(idleMsMax / 2)
      test.listening.heard()
      await test.clock.advance(idleMsMax)
    }
    expect(test.hung).toEqual([])
  })

  it('is over when nothing is waited for any more', async () => {
    await using test = setup()
    test.listening.waiting()
    test.listening.over()
    await test.clock.advance(idleMsMax * 2)
    expect(test.hung).toEqual([])
  })
})

function setup() {
  const clock = createTestClock()
  const watch = createHangWatch(clock)
  const hung: string[] = []
  const listening = watch.listen(idleMsMax, ({ code }) => hung.push(code))
  return { clock, hung, listening, [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose]() }
}
