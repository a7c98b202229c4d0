import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const mebibyte = 2 ** 20

// Must run first, before the list is read.
it('uses under 20 MiB of memory', () => {
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

describe('the list of common passwords', () => {
  it.each(['password', '12345678', 'qwertyuiop', 'iloveyou', 'trustno1', '1qaz2wsx', 'sunshine'])(
    'contains %s',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each(['PASSWORD', 'PassWord', 'ILoveYou', 'ｐａｓｓｗｏｒｄ'])(
    'contains %s in any case and width',
    (password) => {
      expect(isCommonPassword(password)).toBe(true)
    },
  )

  it.each(['correct horse battery', 'tr0ub4dor&3xyz', 'Grüße aus Köln 1893', '', 'x'])(
    'does not contain %j',
    (password) => {
      expect(isCommonPassword(password)).toBe(false)
    },
  )

  it('accepts random passwords of 16 characters and more', () => {
    const madeUp = fc.string({ minLength: 16, maxLength: 256, unit: 'grapheme' })
    fc.assert(fc.property(madeUp, (password) => !isCommonPassword(password)))
  })
})

describe('names in passwords', () => {
  it.each(['gridloom', 'GridLoom', 'gridloom1', '123gridloom!', 'Gridloom2026'])(
    'rejects the product’s name: %s',
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
  ])('rejects the address of the account %s: %s', (email, password) => {
    expect(isCommonPassword(password, { email })).toBe(true)
    expect(isCommonPassword(password, { email: 'somebody.else@example.net' })).toBe(false)
  })

  it.each([
    ['904417736205@example.com', '318823455129'],
    ['ada@example.com', 'ada likes engines'],
    ['ada@example.com', 'the looms of ada'],
    ['@', '!!!!????'],
    ['', '????!!!!'],
  ])('accepts a password for %s that only resembles the address: %s', (email, password) => {
    expect(isCommonPassword(password, { email })).toBe(false)
  })
})
