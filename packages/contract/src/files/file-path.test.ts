import { describe, expect, it } from 'vitest'
import { decodeFileBytes, encodeFileBytes, FilePath } from './file-path.ts'

describe('the text of a path', () => {
  it.each([
    [
      'plain and Unicode text as it is',
      Buffer.from('/data/übung 1 — 日本.txt'),
      '/data/übung 1 — 日本.txt',
    ],
    ['the sign of escapes', Buffer.from('/100%'), '/100%25'],
    ['a line break', Buffer.from('/a\nb'), '/a%0Ab'],
    ['bytes that are no UTF-8', Buffer.from([0x2f, 0x63, 0xe9, 0xff, 0x61]), '/c%E9%FFa'],
    ['a character that is cut off', Buffer.from([0x2f, 0xe2, 0x82]), '/%E2%82'],
    ['characters that reorder text', Buffer.from('/a\u202egpj.exe'), '/a%E2%80%AEgpj.exe'],
  ])('has %s, and comes back as the same bytes', (_, bytes, text) => {
    expect(encodeFileBytes(bytes)).toBe(text)
    expect(Buffer.from(decodeFileBytes(text) ?? [])).toEqual(bytes)
  })

  it('brings any bytes back', () => {
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % 256
    }
    for (let round = 0; round < 500; round += 1) {
      const bytes = Uint8Array.from({ length: round % 40 }, random)
      expect(decodeFileBytes(encodeFileBytes(bytes))).toEqual(bytes)
    }
  })

  it('has no escape that is none', () => {
    for (const text of ['/%', '/%4', '/%zz', '/a%2', '/\ud800'])
      expect(decodeFileBytes(text)).toBeUndefined()
  })
})

describe('a path', () => {
  it.each(['/', '/a', '/...', '/.x', '/a%0A', '/c%E9', `/${'a'.repeat(255)}`])(
    'may be %s',
    (text) => expect(FilePath.safeParse(text).success).toBe(true),
  )

  it.each([
    ...['', 'a', './a', '//', '/a/', '/a//b', '/.', '/..', '/a/../b', '/%2E%2E', '/%2e', '/a%2Fb'],
    ...['/a%00', '/%', `/${'a'.repeat(256)}`, '/ab'.repeat(1_400)],
  ])('is never %s', (text) => expect(FilePath.safeParse(text).success).toBe(false))
})
