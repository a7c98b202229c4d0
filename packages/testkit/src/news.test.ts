import { expect, it } from 'vitest'
import { createNews, NeverCame, untilSatisfied } from './news.ts'

it('gives what satisfies at once, without any news', async () => {
  await expect(untilSatisfied(createNews(), aCondition([3]))).resolves.toBe(3)
})

it('reads again at each news until it satisfies', async () => {
  const news = createNews()
  const waiting = untilSatisfied(
    news,
    aCondition([1, 2, 3], () => queueMicrotask(news.publish)),
  )
  await expect(waiting).resolves.toBe(3)
})

it('does not miss what happens while it reads', async () => {
  const news = createNews()
  await expect(untilSatisfied(news, aCondition([1, 3], news.publish))).resolves.toBe(3)
})

it('gives up in time and says what it saw last', async () => {
  const waiting = untilSatisfied(createNews(), { ...aCondition([1]), withinMs: 5 })
  await expect(waiting).rejects.toThrow(NeverCame)
  await expect(waiting).rejects.toThrow('not within 5 ms; last seen: 1')
})

/** Reads the numbers one after the other and is satisfied by 3. */
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
