import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { harmless, harmlessButColours, harmlessJson, harmlessLine } from './harmless.ts'

/** Clears the screen, writes the clipboard (OSC 52), sets the window title, reverses the direction, breaks the line. */
const hostile =
  'Xeon\u001b[2J\u001b]52;c;cm0gLXJmIH4=\u0007\u001b]0;PWNED\u0007\u001b[31mred\u009b1m\u202egpj\r\nok  paid'

describe('text of others', () => {
  it('becomes one line without control or bidirectional characters', () => {
    expect(harmlessLine(hostile)).toBe('Xeonredgpj ok  paid')
  })

  it('keeps its line ends as a text', () => {
    expect(harmless(hostile)).toBe('Xeonredgpj\nok  paid')
  })

  it('contains no control characters, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        expect(harmlessLine(text)).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
        expect(harmless(text).replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
      }),
    )
  })
})

it('keeps our colours in the final output, and no other sequence', () => {
  const line = `\u001b[32mready\u001b[0m ${hostile}`
  expect(harmlessButColours(line)).toBe(
    '\u001b[32mready\u001b[0m Xeon[2J]52;c;cm0gLXJmIH4=]0;PWNED\u001b[31mred1mgpj\nok  paid',
  )
})

it('writes JSON of the same value without control characters', () => {
  const json = harmlessJson(JSON.stringify({ name: hostile }, null, 2))
  expect(JSON.parse(json)).toEqual({ name: hostile })
  expect(json.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
})
