import { expect, it } from 'vitest'
import { bankText } from './bank-text.ts'

it.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Zoë Müller-Groß', 'Zoe Muller-Gross'],
  ['Łukasz Żółć', 'Lukasz Zolc'],
  ['Søren Æbelø', 'Soren AEbelo'],
  ['Smith & Sons <Ltd>', 'Smith + Sons .Ltd.'],
  ['  O’Brien\tJr. ', "O'Brien Jr."],
  ["d'Arc, Jeanne (1)", "d'Arc, Jeanne (1)"],
])('%s is written as %s', (text, written) => {
  expect(bankText(text)).toBe(written)
})

it.each(['李小龙', 'Иванов', 'Παπαδόπουλος', 'Ada ٣'])('%s is not written', (text) => {
  expect(bankText(text)).toBeUndefined()
})

it('contains only characters that banks exchange', () => {
  const every = Array.from({ length: 0x2fff }, (_, at) => String.fromCodePoint(at))
  const written = every.map((sign) => bankText(sign) ?? '').join('')
  expect(written).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/)
})
