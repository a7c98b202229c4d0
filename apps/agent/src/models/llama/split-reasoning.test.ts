import { describe, expect, it } from 'vitest'
import { createReasoningSplit, type ThinkTags, thinkTags } from './split-reasoning.ts'

const [think] = thinkTags

describe('an answer with reasoning', () => {
  const whole = '\n<think>\nIs 2 < 3? </thin air>\n\n</think>\n\nYes, as <think> is a tag.\n'
  const split = {
    reasoning: 'Is 2 < 3? </thin air>',
    text: 'Yes, as <think> is a tag.\n',
  }

  it.each(Array.from(whole, (_, at) => at))('is split wherever it is cut: at %i', (at) => {
    expect(said([whole.slice(0, at), whole.slice(at)])).toEqual(split)
  })

  it('is split letter by letter, and emits reasoning before its tag is closed', () => {
    expect(said([...whole])).toEqual(split)
    expect(createReasoningSplit({}).push('<think>so far')).toEqual([
      { kind: 'reasoning', text: 'so far' },
    ])
  })

  it.each(thinkTags)('is split at $open', ({ open, close }) => {
    expect(said([...`${open}a${close}b`])).toEqual({ reasoning: 'a', text: 'b' })
  })

  it('begins within reasoning where the prompt ends with the opening tag', () => {
    expect(said([...'\nhm</think>\n\nyes'], think)).toEqual({ reasoning: 'hm', text: 'yes' })
  })

  it('is reasoning alone while its tag is not closed', () => {
    expect(said(['<think>', 'on and on </th'])).toEqual({ reasoning: 'on and on </th', text: '' })
  })
})

describe('an answer without reasoning', () => {
  it.each(['', ' ', '  Yes.', '<b>bold</b>', '<thin', 'Write <think>x</think>.', '[1, 2]'])(
    'is its text: %j',
    (text) => {
      expect(said([...text])).toEqual({ reasoning: '', text })
      expect(said([text])).toEqual({ reasoning: '', text })
    },
  )

  it('is its text behind an empty thought', () => {
    expect(said([...'<think>\n\n</think>\n\nHi'])).toEqual({ reasoning: '', text: 'Hi' })
  })
})

function said(texts: readonly string[], within?: ThinkTags) {
  const split = createReasoningSplit({ within })
  const pieces = [...texts.flatMap((text) => split.push(text)), ...split.rest()]
  const of = (kind: 'text' | 'reasoning') =>
    pieces.flatMap((piece) => (piece.kind === kind ? piece.text : [])).join('')
  return { reasoning: of('reasoning'), text: of('text') }
}
