/** A machine of a provider, with the slots that it offers. */
export interface ScoredMachine {
  readonly score: number | null
  readonly slots: number
}

/**
 * The mean of the scores of a provider's machines, weighted by their slots; `null` where none has a score. A machine
 * without slots weighs as one with one.
 */
export function providerScore(machines: readonly ScoredMachine[]): number | null {
  let [sum, weight] = [0, 0]
  for (const { score, slots } of machines) {
    if (score === null) continue
    const weighs = Math.max(1, slots)
    sum += score * weighs
    weight += weighs
  }
  return weight === 0 ? null : Math.round(sum / weight)
}
