import { describe, expect, it } from 'vitest'
import { pdfFonts } from './fonts.ts'
import { textRuns } from './text-runs.ts'

const { hasGlyph, open } = pdfFonts()
const runsOf = (line: string) => textRuns(line, hasGlyph).map(({ face, text }) => [face, text])

describe('a line', () => {
  it('in Latin letters is one run', () => {
    expect(runsOf('Hauptstraße 15, Łódź')).toEqual([['latin', 'Hauptstraße 15, Łódź']])
  })

  it('in Arabic has its words as one run, and its numbers from left to right', () => {
    expect(runsOf('شارع التحرير')).toEqual([['arabic', 'شارع التحرير']])
    expect(runsOf('شارع 15').map(([, text]) => text)).toEqual(['15', 'شارع '])
  })

  it('with Arabic between Latin words keeps their order from left to right', () => {
    expect(
      runsOf('GPU تجربة test')
        .map(([, text]) => text?.trim())
        .filter(Boolean),
    ).toEqual(['GPU', 'تجربة', 'test'])
  })

  it('mirrors brackets between right-to-left words', () => {
    const shown = runsOf('فرع (نور)')
      .map(([, text]) => text)
      .join('')
    expect(shown.indexOf('(')).toBeLessThan(shown.indexOf(')'))
  })

  it('keeps the parts of an emoji together', () => {
    expect(runsOf('Nour 👩‍💻!')).toEqual([
      ['latin', 'Nour '],
      ['emoji', '👩‍💻'],
      ['latin', '!'],
    ])
    expect(open.emoji.layout('👩‍💻').glyphs).toHaveLength(1)
  })

  it('has ? for characters without a glyph', () => {
    expect(runsOf('a日b')).toEqual([['latin', 'a?b']])
  })
})

it('shapes Arabic: letters join, and are drawn from the last to the first', () => {
  const { glyphs } = open.arabic.layout('نور')
  const alone = open.arabic.layout('ن').glyphs[0]
  expect(glyphs.at(-1)?.id).not.toBe(alone?.id)
  expect(glyphs.at(-1)?.codePoints).toEqual(['ن'.codePointAt(0)])
})
