import { describe, expect, it } from 'vitest'
import { aCpuOffer, anOffer } from '../../../testing/renter-samples.ts'
import { compareRows } from './compare-rows.ts'

describe('compared offers', () => {
  it('name the best value of each row by what its field says is better', () => {
    const rows = setup([
      { price: 400_000, cuda: '12.4', down: 500 },
      { price: 300_000, cuda: '12.10', down: 500 },
    ])
    expect(best(rows, 'price')).toEqual([false, true])
    expect(best(rows, 'cuda')).toEqual([false, true])
    expect(best(rows, 'down')).toEqual([false, false])
  })

  it('name every offer that shares the best value, and none where only one value is known', () => {
    const rows = setup([{ rtt: 20, up: 9 }, { rtt: 20 }, { rtt: 45 }])
    expect(best(rows, 'rtt')).toEqual([true, true, false])
    expect(best(rows, 'up')).toEqual([false, false, false])
    expect(rows.find(({ field }) => field === 'up')?.differs).toBe(true)
  })

  it('mark what differs, and leave out what none knows', () => {
    const rows = compareRows([anOffer(), aCpuOffer()])
    expect(rows.find(({ field }) => field === 'kind')).toMatchObject({
      differs: true,
      cells: [{ text: 'GPU' }, { text: 'CPU' }],
    })
    expect(rows.find(({ field }) => field === 'disk')?.differs).toBe(false)
    expect(rows.some(({ field }) => field === 'country')).toBe(false)
  })

  it('do not say which country is the best', () => {
    expect(best(setup([{ country: 'DE' }, { country: 'US' }]), 'country')).toEqual([false, false])
  })
})

function setup(facts: readonly object[]) {
  return compareRows(facts.map((each) => anOffer({ facts: each })))
}

function best(rows: ReturnType<typeof compareRows>, field: string) {
  return rows.find((row) => row.field === field)?.cells.map((cell) => cell.best)
}
