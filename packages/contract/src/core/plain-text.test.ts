import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPlainText, nameForMail, plainText } from './plain-text.ts'

describe('text of others', () => {
  it.each([
    ['an escape', '\u001b[2Jred\u001b]52;c;cm0=\u0007', '[2Jred]52;c;cm0='],
    ['an escape of one byte', '\u009b31mred', '31mred'],
    ['a turn of the reading direction', 'a\u202egpj.exe', 'agpj.exe'],
    ['an isolate', '\u2066a\u2069', 'a'],
    ['what has no width', 'pay\u200bpal\ufeff', 'paypal'],
    ['lines', 'one\r\ntwo\u2028three', 'one two three'],
    ['half a character', 'a\ud800b', 'ab'],
    ['hidden tags', `a\u{e0041}b`, 'ab'],
  ])('loses %s', (_, text, plain) => {
    expect(isPlainText(text)).toBe(false)
    expect(plainText(text)).toBe(plain)
  })

  it.each(['Zoë’s GPU 24 GB', '机器', 'می\u200cخواهم', '👩\u200d🚀', 'e\u0301'])(
    'keeps %s',
    (text) => {
      expect(isPlainText(text)).toBe(true)
      expect(plainText(text)).toBe(text)
    },
  )

  it('is cut between characters', () => {
    expect(plainText('🙂🙂🙂', 2)).toBe('🙂…')
    expect(plainText('🙂🙂', 2)).toBe('🙂🙂')
  })

  it('is plain and within the limit afterwards, whatever it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 150 }), (text) => {
        const plain = plainText(text, 60)
        expect(isPlainText(plain)).toBe(true)
        expect([...plain].length).toBeLessThanOrEqual(60)
        expect(plainText(plain, 60)).toBe(plain)
      }),
    )
  })
})

describe('a name in an email to another user', () => {
  it.each(['Acme', 'Müller & Söhne', '机器', 'St. Mary'])('is unchanged: %s', (name) => {
    expect(nameForMail(name, 'a company')).toBe(name)
  })

  it.each([
    'https://gridl00m.example/login',
    'gridl00m.example',
    'gridl00m。example',
    'www gridl00m',
    'mail me@x',
    '\u200b',
  ])('is replaced if it could be read as a link: %s', (name) => {
    expect(nameForMail(name, 'a company')).toBe('a company')
  })
})
