import { expect, it } from 'vitest'
import { createChangeSignal, untilSatisfied, WaitTimeout } from './change-signal.ts'

it('returns a value that satisfies at once, without any change', async () => {
  await expect(untilSatisfied(createChangeSignal(), aCondition([3]))).resolves.toBe(3)
})

it('reads again at each change until the value satisfies', async () => {
  const news = createChangeSignal()
  const waiting = untilSatisfied(
    news,
    aCondition([1, 2, 3], () => queueMicrotask(news.publish)),
  )
  await expect(waiting).resolves.toBe(3)
})

it('does not miss a change that happens while it reads', async () => {
  const news = createChangeSignal()
  await expect(untilSatisfied(news, aCondition([1, 3], news.publish))).resolves.toBe(3)
})

it('times out and reports the last value', async () => {
  const waiting = untilSatisfied(createChangeSignal(), { ...aCondition([1]), withinMs: 5 })
  await expect(waiting).rejects.toThrow(WaitTimeout)
  await expect(waiting).rejects.toThrow('not within 5 ms; last seen: 1')
})

/** Reads the numbers one after the other; 3 satisfies it. */
function aCondition(numbers: readonly number[], onRead: () => void = () => {}) {
  let reads = 0
  return {
    read: async () => {
      onRead()
      reads += 1
      return numbers[reads - 1]
    },
    satisfies: (value: number | undefined) => value === 3,
  }
}
