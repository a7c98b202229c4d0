import { simulateFraud } from '../src/affiliate/simulate-fraud.ts'
import type { Bench } from './bench.ts'

const seeds = [1, 2, 3, 4, 5]

/** The rules of the affiliate programme against five kinds of cheats. */
export const fraudSimulation: Bench = {
  name: 'fraud-simulation',
  about:
    '5,000 accounts of the affiliate programme with five kinds of cheats, under the rules that hold commission; five seeds',
  async run(say) {
    const all = seeds.map((seed) => {
      const figures = simulateFraud(seed)
      const kinds = Object.entries(figures.moneyHeldOf)
        .map(([kind, share]) => `${kind} ${percent(share)}`)
        .join(', ')
      say(
        `seed ${seed}: ${figures.cheating} of ${figures.accounts} accounts cheat; ${percent(figures.moneyHeld)} of their commission held (${kinds}); ${percent(figures.honestTouched)} of honest accounts touched`,
      )
      return figures
    })
    const least = Math.min(...all.map(({ moneyHeld }) => moneyHeld))
    const most = Math.max(...all.map(({ honestTouched }) => honestTouched))
    return {
      figures: [
        { what: 'commission on cheats that is held', value: least * 100, unit: '%', atLeast: 95 },
        { what: 'honest accounts that are touched', value: most * 100, unit: '%', atMost: 1 },
      ],
      notes: ['the worst of five seeds'],
    }
  },
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
