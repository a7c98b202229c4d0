import { describe, expect, it } from 'vitest'
import { UsageError } from '../errors.ts'
import { createDetachKeys } from './detach-keys.ts'
import { parseUsd } from './parse-usd.ts'
import { amount, collectEnv, oneOf, parseForward, parseSince, wholeNumber } from './parse-values.ts'

const nowMs = Date.parse('2026-11-21T10:00:00Z')

describe('parseUsd', () => {
  it.each([
    ['5', 5_000_000],
    ['0.42', 420_000],
    ['$1.50', 1_500_000],
    ['0.000001', 1],
    ['0.1', 100_000],
  ])('reads %s to the micro-dollar', (text, microUsd) => {
    expect(parseUsd(text, 'x')).toBe(microUsd)
  })

  it.each(['', '-1', '1,5', '0.0000001', '1e3', '.5', 'five'])('rejects %j', (text) => {
    expect(() => parseUsd(text, 'The price')).toThrow(/^The price must be an amount/)
  })
})

describe('numbers and enums', () => {
  it('check their bounds and name the option in the error', () => {
    expect(wholeNumber('--disk', 1, 10)('10')).toBe(10)
    expect(() => wholeNumber('--disk', 1, 10)('11')).toThrow('--disk must be a whole number')
    expect(() => wholeNumber('--disk', 1, 10)('1.5')).toThrow(UsageError)
    expect(amount('--gib')('0.5')).toBe(0.5)
    expect(() => amount('--gib')('-1')).toThrow(UsageError)
    expect(oneOf('--kind', ['gpu', 'cpu'])('gpu')).toBe('gpu')
    expect(() => oneOf('--kind', ['gpu', 'cpu'])('tpu')).toThrow('one of gpu, cpu')
  })
})

describe('collectEnv', () => {
  it('keeps earlier variables, and equals signs in the value', () => {
    expect(collectEnv('B=x=y', collectEnv('A='))).toEqual({ A: '', B: 'x=y' })
  })

  it.each(['A', '=x'])('rejects %j', (text) => {
    expect(() => collectEnv(text)).toThrow(UsageError)
  })
})

describe('parseSince', () => {
  it('counts back from now, and accepts a time', () => {
    expect(parseSince('10m', nowMs)).toBe('2026-11-21T09:50:00.000Z')
    expect(parseSince('2d', nowMs)).toBe('2026-11-19T10:00:00.000Z')
    expect(parseSince('2026-11-21T09:30:00Z', nowMs)).toBe('2026-11-21T09:30:00Z')
  })

  it('rejects anything else', () => {
    expect(() => parseSince('yesterday-ish', nowMs)).toThrow(UsageError)
  })
})

describe('parseForward', () => {
  it('reads both ports, or one for both', () => {
    expect(parseForward('8080:80')).toEqual({ localPort: 8080, remotePort: 80 })
    expect(parseForward('80')).toEqual({ localPort: 80, remotePort: 80 })
  })

  it.each(['', 'a:1', '1:2:3', '70000:1', '0'])('rejects %j', (text) => {
    expect(() => parseForward(text)).toThrow(UsageError)
  })
})

describe('createDetachKeys', () => {
  it('detaches at Ctrl-P Ctrl-Q, even in two reads, and forwards the input before', () => {
    const watch = createDetachKeys()
    expect(typed(watch, 'ls')).toEqual({ pass: 'ls', leaving: 'no' })
    expect(typed(watch, 'x\u0010')).toEqual({ pass: 'x', leaving: 'no' })
    expect(typed(watch, '\u0011after')).toEqual({ pass: '', leaving: 'yes' })
  })

  it('forwards a Ctrl-P once another key follows', () => {
    const watch = createDetachKeys()
    expect(typed(watch, '\u0010')).toEqual({ pass: '', leaving: 'no' })
    expect(typed(watch, 'a')).toEqual({ pass: '\u0010a', leaving: 'no' })
    expect(typed(watch, '\u0010\u0010\u0011')).toEqual({ pass: '\u0010', leaving: 'yes' })
  })

  it('does not detach at a Ctrl-Q alone', () => {
    expect(typed(createDetachKeys(), 'a\u0011b')).toEqual({ pass: 'a\u0011b', leaving: 'no' })
  })
})

function typed(watch: ReturnType<typeof createDetachKeys>, text: string) {
  const { pass, leaving } = watch(Buffer.from(text))
  return { pass: Buffer.from(pass).toString(), leaving }
}
