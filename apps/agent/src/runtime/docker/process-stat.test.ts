import { describe, expect, it } from 'vitest'
import { ignoresHangUp, statOf } from './process-stat.ts'

describe('the state of a process', () => {
  it('is read after the name, whatever that contains', () => {
    const text = '4242 (a) b) (c) S 1 4243 4244 34816 4245 4194304 938 252\n'
    expect(statOf(text)).toEqual({ group: 4243, session: 4244, foreground: 4245 })
  })

  it('is none of a process that is gone', () => {
    expect(statOf('')).toBeUndefined()
  })

  it.each([
    ['0000000000000001', true],
    ['0000000000000007', true],
    ['0000000000001000', false],
    ['fffffffe7ffbfeff', true],
    ['0000000000000000', false],
  ])('with the mask %s of ignored signals ignores SIGHUP: %s', (mask, expected) => {
    expect(ignoresHangUp(`Name:\tsleep\nSigBlk:\t0000000000000001\nSigIgn:\t${mask}\n`)).toBe(
      expected,
    )
  })
})
