import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const mebibyte = 2 ** 20

// First, while the list has not been read yet.
it('takes little memory', () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  const usedAfterCollecting = () => {
    if (typeof collect !== 'function') throw new TypeError('this Node collects nothing by request')
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = usedAfterCollecting()
  isCommonPassword('anything')
  expect(usedAfterCollecting() - before).toBeLessThan(20 * mebibyte)
})

describe('the list', () => {
  it.each(['password', '12345678', 'qwertyuiop', 'iloveyou', 'trustno1', '1qaz2wsx', 'sunshine'])(
    'has %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each(['PASSWORD', 'PassWord', 'ILoveYou', 'ｐａｓｓｗｏｒｄ'])(
    'has %s, however it is written',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each(['correct horse battery', 'tr0ub4dor&3xyz', 'Grüße aus Köln 1893', '', 'x'])(
    'has not %j',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )

  it('lets nearly every made-up password pass', () => {
    const madeUp = fc.string({ minLength: 16, maxLength: 256, unit: 'grapheme' })
    fc.assert(fc.property(madeUp, (password) => !isCommonPassword(password)))
  })
})

describe('names', () => {
  it.each(['gridloom', 'GridLoom', 'gridloom1', '123gridloom!', 'Gridloom2026'])(
    'refuses the product’s: %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each([
    ['ada.lovelace@example.com', 'ada.lovelace'],
    ['ada.lovelace@example.com', 'ADA.Lovelace1815'],
    ['ada.lovelace@example.com', '!ada.lovelace!'],
    ['ada.lovelace@example.com', 'Ada.Lovelace@example.com'],
    [' Ada.Lovelace@example.com ', 'ada.lovelace'],
    ['lovelace99@example.com', 'lovelace99'],
    ['lovelace99@example.com', 'lovelace1815'],
    ['904417736205@example.com', '904417736205'],
  ])('refuses the account’s own, of %s: %s', (email, password) => {
    expect(isCommonPassword(password, { email })).toBe(true)
    expect(isCommonPassword(password, { email: 'somebody.else@example.net' })).toBe(false)
  })

  it.each([
    ['904417736205@example.com', '318823455129'],
    ['ada@example.com', 'ada likes engines'],
    ['ada@example.com', 'the looms of ada'],
    ['@', '!!!!????'],
    ['', '????!!!!'],
  ])('lets %s have a password that only resembles it: %s', (email, password) => {
    expect(isCommonPassword(password, { email })).toBe(false)
  })
})
