import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  commissionReserve,
  feesMissing,
  rewardLeft,
  rewardShareMax,
  rewardWindowDays,
} from './reward-bound.ts'

const money = fc.record({
  keptFees: fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
  commission: fc.integer({ min: 0, max: 1_000_000_000_000 }),
  rewarded: fc.integer({ min: 0, max: 100_000_000_000 }),
})
const share = fc.integer({ min: 1, max: rewardShareMax })
const reward = fc.integer({ min: 1, max: 100_000_000_000 })

describe('the bound of rewards', () => {
  it('names exactly the fees that are missing: with them the reward is paid, with one less it is not', () => {
    fc.assert(
      fc.property(money, share, reward, (facts, shareOf, amount) => {
        const missing = feesMissing(facts, { share: shareOf, reward: amount })
        const base = {
          ...facts,
          keptFees: Math.max(0, facts.keptFees - facts.commission),
          commission: 0,
        }
        const withFees = (more: number) => ({ ...base, keptFees: base.keptFees + more })
        expect(rewardLeft(withFees(missing), shareOf)).toBeGreaterThanOrEqual(amount)
        if (missing > 0) expect(rewardLeft(withFees(missing - 1), shareOf)).toBeLessThan(amount)
      }),
    )
  })

  it('pays nothing with a share of zero', () => {
    const facts = { keptFees: 1_000_000, commission: 0, rewarded: 0 }
    expect(rewardLeft(facts, 0)).toBe(0)
    expect(feesMissing(facts, { share: 0, reward: 1 })).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('reserves at least the commission of any division of the fees', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 })), share, (fees, shareOf) => {
        const total = fees.reduce((sum, one) => sum + one, 0)
        const paid = fees.reduce((sum, one) => sum + Math.floor((one * shareOf) / 10_000), 0)
        expect(commissionReserve(total, shareOf)).toBeGreaterThanOrEqual(paid)
      }),
    )
  })

  it('keeps the rewards of all time below the share of all fees, however windows slide', () => {
    fc.assert(
      fc.property(steps(), share, (sequence, shareOf) => {
        let day = 0
        const fees: Dated[] = []
        const rewards: Dated[] = []
        for (const { days, fee, wanted } of sequence) {
          day += days
          fees.push({ day, amount: fee })
          const facts = {
            ...{ keptFees: inWindow(fees, day), commission: 0, rewarded: inWindow(rewards, day) },
          }
          if (rewardLeft(facts, shareOf) >= wanted) rewards.push({ day, amount: wanted })
          expect(sumOf(rewards) * 10_000).toBeLessThanOrEqual(sumOf(fees) * shareOf)
        }
      }),
    )
  })
})

describe('a farm', () => {
  it('of two accounts never gains, whoever refers, pays, hosts and claims', () => {
    fc.assert(
      fc.property(farmMoves(), (moves) => {
        expect(farmGain(moves)).toBeLessThanOrEqual(0)
      }),
      {
        numRuns: 500,
      },
    )
  })
})

interface Dated {
  day: number
  amount: number
}
const sumOf = (all: readonly Dated[]) => all.reduce((sum, { amount }) => sum + amount, 0)
const inWindow = (all: readonly Dated[], today: number) =>
  sumOf(all.filter(({ day }) => day > today - rewardWindowDays))

function steps() {
  return fc.array(
    fc.record({
      days: fc.integer({ min: 0, max: 60 }),
      fee: fc.integer({ min: 0, max: 10_000 }),
      wanted: fc.integer({ min: 1, max: 5_000 }),
    }),
    { maxLength: 60 },
  )
}

/** In each move one account rents from the other, or from itself, and then both ask for a reward. */
function farmMoves() {
  return fc.record({
    /** Whether the first account referred the second one. */
    linked: fc.boolean(),
    feeShare: fc.integer({ min: 0, max: 3_000 }),
    commissionShare: fc.integer({ min: 0, max: 5_000 }),
    share: fc.integer({ min: 1, max: rewardShareMax }),
    moves: fc.array(
      fc.record({
        days: fc.integer({ min: 0, max: 60 }),
        payer: fc.integer({ min: 0, max: 1 }),
        host: fc.integer({ min: 0, max: 1 }),
        charge: fc.integer({ min: 0, max: 1_000_000 }),
        wanted: fc.tuple(
          fc.integer({ min: 1, max: 100_000 }),
          fc.integer({ min: 1, max: 100_000 }),
        ),
      }),
      { maxLength: 40 },
    ),
  })
}
type Farm = ReturnType<typeof farmMoves> extends fc.Arbitrary<infer T> ? T : never

/** Rewards and commission, less the fees that left the farm. What is charged stays in it. */
function farmGain({ linked, feeShare, commissionShare, share: shareOf, moves }: Farm): number {
  let [day, commission] = [0, 0]
  const fees: (Dated & { sides: number[]; payer: number })[] = []
  const rewards: (Dated & { who: number })[] = []
  // The first account stands for the second one too where it referred it.
  const subtrees = [linked ? [0, 1] : [0], [1]]
  const linesOf = [[0], linked ? [1, 0] : [1]]
  for (const { days, payer, host, charge, wanted } of moves) {
    day += days
    const fee = Math.floor((charge * feeShare) / 10_000)
    fees.push({ day, amount: fee, payer, sides: [payer, host] })
    if (linked && payer === 1) commission += Math.floor((fee * commissionShare) / 10_000)
    for (const who of [0, 1]) {
      const amount = wanted[who] ?? 1
      const isCovered = (linesOf[who] ?? []).every((top) => {
        const tree = subtrees[top] ?? []
        const counted = fees.filter(({ sides }) => sides.some((side) => tree.includes(side)))
        const referred = linked ? counted.filter((one) => one.payer === 1) : []
        const facts = {
          keptFees: inWindow(counted, day),
          commission: commissionReserve(inWindow(referred, day), commissionShare),
          rewarded: inWindow(
            rewards.filter((one) => tree.includes(one.who)),
            day,
          ),
        }
        return rewardLeft(facts, shareOf) >= amount
      })
      if (isCovered) rewards.push({ day, amount, who })
    }
  }
  return sumOf(rewards) + commission - sumOf(fees)
}
