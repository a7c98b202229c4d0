import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loopsBack, type MoneyFlow } from './money-loops.ts'

const flowsOf = (...flows: [string, string, number][]) =>
  Map.groupBy(
    flows.map(([from, to, microUsd]): MoneyFlow => ({ from, to, microUsd })),
    ({ from }) => from,
  )
const search = { from: 'b', to: new Set(['a', 'kin']), apart: 'a' }

describe('money that comes back', () => {
  it('is found over one or two accounts, or at once to a relative, with its way', () => {
    expect(loopsBack(flowsOf(['b', 'kin', 10]), search)?.path).toEqual(['b', 'kin'])
    expect(loopsBack(flowsOf(['b', 'c', 10], ['c', 'a', 8]), search)).toEqual({
      ...{ spent: 10, back: 8, path: ['b', 'c', 'a'] },
    })
    const three = flowsOf(['b', 'c', 10], ['c', 'd', 9], ['d', 'a', 7])
    expect(loopsBack(three, search)?.path).toEqual(['b', 'c', 'd', 'a'])
  })

  it('is no loop when it is paid to the affiliate itself, is less than half, or takes four payments', () => {
    expect(loopsBack(flowsOf(['b', 'a', 10]), search)).toBeNull()
    expect(loopsBack(flowsOf(['b', 'c', 10], ['c', 'a', 4]), search)).toBeNull()
    const four = flowsOf(['b', 'c', 9], ['c', 'd', 9], ['d', 'e', 9], ['e', 'a', 9])
    expect(loopsBack(four, search)).toBeNull()
    expect(loopsBack(flowsOf(['b', 'c', 10], ['c', 'b', 10]), search)).toBeNull()
  })

  it('is never more than what was spent, whoever pays whom', () => {
    const account = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'kin')
    const flow = fc.tuple(account, account, fc.integer({ min: 1, max: 1_000 }))
    fc.assert(
      fc.property(fc.array(flow, { maxLength: 30 }), (flows) => {
        const loop = loopsBack(flowsOf(...flows), search)
        if (loop === null) return
        expect(loop.back).toBeLessThanOrEqual(loop.spent)
        expect(loop.back * 2).toBeGreaterThanOrEqual(loop.spent)
        expect(loop.path.length).toBeLessThanOrEqual(4)
      }),
    )
  })
})
