import { createTestClock } from '@gridloom/async/test-clock'
import { type AnswerPart, acceptedAfterMs } from '@gridloom/contract/agent/models'
import { describe, expect, it } from 'vitest'
import { withAcceptance } from './report-acceptance.ts'

const word: AnswerPart = { kind: 'text', text: 'a', tokens: 1 }

describe('the part taken', () => {
  it('comes before the first of an answer that begins late', async () => {
    const { clock, begin, parts } = setup()
    const first = parts.next()
    await clock.advance(acceptedAfterMs)
    expect(await first).toMatchObject({ value: { kind: 'taken' } })
    begin.resolve()
    expect(await Array.fromAsync(parts)).toEqual([word, word])
  })

  it('is left out of an answer that begins at once', async () => {
    const { begin, parts } = setup()
    begin.resolve()
    expect(await Array.fromAsync(parts)).toEqual([word, word])
  })

  it('is left out of a refusal', async () => {
    const { begin, parts } = setup()
    begin.reject(new RangeError('too long'))
    await expect(parts.next()).rejects.toThrow('too long')
  })

  it('stops the engine of a reader who leaves', async () => {
    const { begin, parts, hasEnded } = setup()
    begin.resolve()
    await parts.next()
    await parts.return()
    expect(hasEnded()).toBe(true)
  })
})

function setup() {
  const clock = createTestClock()
  const begin = Promise.withResolvers<void>()
  let ended = false
  async function* answer(): AsyncGenerator<AnswerPart, void> {
    try {
      await begin.promise
      yield word
      yield word
    } finally {
      ended = true
    }
  }
  return { clock, begin, parts: withAcceptance(answer(), clock), hasEnded: () => ended }
}
