import { describe, expect, it } from 'vitest'
import { withoutAnsi } from './plain-text.ts'

const esc = String.fromCharCode(27)
const bell = String.fromCharCode(7)

describe('plainText', () => {
  it.each([
    ['colours', `${esc}[1;32mok${esc}[0m done`, 'ok done'],
    ['256 colours', `${esc}[38;5;196mred${esc}[m`, 'red'],
    ['erasing and cursor moves', `a${esc}[2K${esc}[1Gb`, 'ab'],
    ['a window title', `${esc}]0;train${bell}epoch 1`, 'epoch 1'],
    ['a link', `${esc}]8;;http://x${esc}\\here${esc}]8;;${esc}\\`, 'here'],
    ['bells and backspaces', `a${bell}b\bc`, 'abc'],
  ])('strips %s', (_, raw, plain) => {
    expect(withoutAnsi(raw)).toBe(plain)
  })

  it('keeps tabs and characters of every script', () => {
    expect(withoutAnsi('\tepoch\t1 · Größe 日本語')).toBe('\tepoch\t1 · Größe 日本語')
  })

  it('keeps the last state of a progress bar', () => {
    expect(withoutAnsi('10 %\r50 %\r100 %')).toBe('100 %')
  })

  it('keeps the text of a line that ends with CR', () => {
    expect(withoutAnsi('done\r')).toBe('done')
  })

  it('keeps brackets without an escape before them', () => {
    expect(withoutAnsi('[32m] is not a colour')).toBe('[32m] is not a colour')
  })
})
