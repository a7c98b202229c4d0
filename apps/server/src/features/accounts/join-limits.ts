import type { AttemptLimit } from '../../platform/attempts/limit-attempts.ts'

const dayS = 24 * 60 * 60

/** How many may redeem one access code, and from one network, in a day: each of them is given welcome credit. */
export function joinLimits(codeHash: string, network: string | null): AttemptLimit[] {
  const ofCode = { key: `joined:${codeHash}`, max: 200, windowS: dayS }
  if (network === null) return [ofCode]
  return [ofCode, { key: `joined:${network}`, max: 10, windowS: dayS }]
}
