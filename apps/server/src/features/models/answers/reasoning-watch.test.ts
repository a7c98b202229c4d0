import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { createReasoningWatch } from './reasoning-watch.ts'

it('takes from the first reasoning to the first text', async () => {
  const { clock, watch } = setup()
  watch.add('reasoning', 10)
  await clock.advance(12_000)
  watch.add('reasoning', 10)
  watch.add('text', 20)
  await clock.advance(5_000)
  watch.add('text', 20)
  watch.end(clock.monotonicMs())
  expect(watch.shareOf(60, undefined)).toEqual({ tokens: 20, ms: 12_000 })
})

it('lasts to the end where no text follows', async () => {
  const { clock, watch } = setup()
  watch.add('reasoning', 10)
  await clock.advance(3_000)
  watch.end(clock.monotonicMs())
  expect(watch.shareOf(8, undefined)).toEqual({ tokens: 8, ms: 3_000 })
})

it('has the tokens that the engine reports, at most those of the output', () => {
  const { watch } = setup()
  watch.add('reasoning', 10)
  watch.add('text', 10)
  expect(watch.shareOf(305, 285)).toMatchObject({ tokens: 285 })
  expect(watch.shareOf(20, 285)).toMatchObject({ tokens: 20 })
})

it('has no time for an answer that was not streamed, and nothing without reasoning', () => {
  const whole = setup({ stream: false }).watch
  whole.add('reasoning', 10)
  expect(whole.shareOf(4, undefined)).toEqual({ tokens: 4, ms: null })
  const plain = setup().watch
  plain.add('text', 10)
  expect(plain.shareOf(4, undefined)).toEqual({ tokens: 0, ms: null })
})

function setup({ stream } = { stream: true }) {
  const clock = createTestClock()
  return { clock, watch: createReasoningWatch(clock, { stream }) }
}
