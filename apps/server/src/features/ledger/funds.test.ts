import { describe, expect, it } from 'vitest'
import { givenBack, spent } from './funds.ts'

describe('spent', () => {
  it.each([
    [{ paid: 5, welcome: 5 }, 3, { paid: 3, welcome: 0 }],
    [{ paid: 5, welcome: 5 }, 8, { paid: 5, welcome: 3 }],
    [{ paid: 0, welcome: 5 }, 3, { paid: 0, welcome: 3 }],
    [{ paid: 5, welcome: 5 }, 20, { paid: 5, welcome: 5 }],
    [{ paid: 5, welcome: 5 }, 0, { paid: 0, welcome: 0 }],
  ])('takes welcome credit last: of %j for %d', (funds, microUsd, taken) => {
    expect(spent(funds, microUsd)).toEqual(taken)
  })
})

describe('givenBack', () => {
  it.each([
    [{ paid: 5, welcome: 5 }, 3, { paid: 0, welcome: 3 }],
    [{ paid: 5, welcome: 5 }, 8, { paid: 3, welcome: 5 }],
    [{ paid: 5, welcome: 0 }, 3, { paid: 3, welcome: 0 }],
    [{ paid: 5, welcome: 5 }, 20, { paid: 5, welcome: 5 }],
  ])('returns welcome credit first: of %j for %d', (funds, microUsd, back) => {
    expect(givenBack(funds, microUsd)).toEqual(back)
  })
})
