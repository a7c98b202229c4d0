import type { AttemptLimit } from '../../platform/attempts/limit-attempts.ts'

const dayS = 24 * 60 * 60

/** Daily limits on redemptions per access code and per network, as each redemption grants welcome credit. */
export function joinLimits(codeHash: string, network: string | null): AttemptLimit[] {
  const ofCode = { key: `joined:${codeHash}`, max: 200, windowS: dayS }
  if (network === null) return [ofCode]
  return [ofCode, { key: `joined:${network}`, max: 10, windowS: dayS }]
}
