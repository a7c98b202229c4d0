import { simulateFraud } from '../src/affiliate/simulate-fraud.ts'
import type { Bench } from './bench.ts'

const seeds = [1, 2, 3, 4, 5]

/** The rules of the affiliate programme against eight kinds of cheats. */
export const fraudSimulation: Bench = {
  name: 'fraud-simulation',
  about:
    '5,000 accounts of the affiliate programme with eight kinds of cheats, under the rules that hold commission and rewards; five seeds',
  async run(say) {
    const all = seeds.map((seed) => {
      const figures = simulateFraud(seed)
      const kinds = Object.entries(figures.moneyHeldOf)
        .map(([kind, share]) => `${kind} ${percent(share)}`)
        .join(', ')
      say(
        `seed ${seed}: ${figures.cheating} of ${figures.accounts} accounts cheat; ${percent(figures.commissionHeld)} of their commission and ${percent(figures.rewardsHeld)} of their rewards held (${kinds}); ${percent(figures.honestTouched)} of honest accounts touched`,
      )
      return figures
    })
    const commission = Math.min(...all.map(({ commissionHeld }) => commissionHeld))
    const rewards = Math.min(...all.map(({ rewardsHeld }) => rewardsHeld))
    const weakest = Math.min(...all.flatMap(({ moneyHeldOf }) => Object.values(moneyHeldOf)))
    const most = Math.max(...all.map(({ honestTouched }) => honestTouched))
    return {
      figures: [
        {
          what: 'commission on cheats that is held',
          value: commission * 100,
          ...{ unit: '%', atLeast: 95 },
        },
        {
          what: 'rewards of missions for cheats that are held',
          value: rewards * 100,
          ...{ unit: '%', atLeast: 95 },
        },
        { what: 'of the kind of which least is held', value: weakest * 100, unit: '%' },
        { what: 'honest accounts that are touched', value: most * 100, unit: '%', atMost: 1 },
      ],
      notes: ['the worst of five seeds'],
    }
  },
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
