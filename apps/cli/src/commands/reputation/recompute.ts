import type { Evidence } from '@gridloom/contract/reputation/evidence'
import type { MachineTrust, TrustScore } from '@gridloom/contract/reputation/trust'
import { problemOfChain } from '@gridloom/domain/trust/evidence-chain'
import { scoreTrust } from '@gridloom/domain/trust/v1'
import { createIsSigned } from '../shared/signatures.ts'

/** What recomputing a score showed. */
export interface Recomputed {
  /** Whether the facts are whole, unchanged and signed, and lead to the score that the server shows. */
  equal: boolean
  /** What is wrong, as a sentence; `null`: nothing. */
  problem: string | null
  facts: number
  shown: number | null
  recomputed: number | null
}

/**
 * Recomputes a score from facts with the code that the server uses, after verifying their chain and signatures. `key`: the
 * installation's key, as it was known before; the one that the server names by default.
 */
export function recompute(
  trust: MachineTrust,
  all: readonly Evidence[],
  key: string = trust.public_key,
): Recomputed {
  const { machine_id: machineId, anchor, head, computed_at } = trust
  // Facts that were added since the score was computed are in no score yet.
  const facts = all.filter(({ number }) => number <= head.number)
  const isSigned = createIsSigned()
  const broken = problemOfChain(facts, {
    ...{ machineId, anchor, head },
    isSigned: (text, signature) => isSigned(key, text, signature),
  })
  const score = scoreTrust(facts, computed_at === null ? new Date(0) : new Date(computed_at))
  const problem = broken ?? (isSame(score, trust) ? null : 'The facts lead to another score.')
  return {
    ...{ equal: problem === null, problem, facts: facts.length },
    ...{ shown: trust.score, recomputed: score.score },
  }
}

/** Compares every figure: of the score, its weight and all parts. */
function isSame(one: TrustScore, other: TrustScore): boolean {
  const figures = ({ version, score, facts_weight, parts }: TrustScore) =>
    JSON.stringify([
      [version, score, facts_weight],
      ...parts.map(({ part, score, weight, good, bad, facts }) => [
        ...[part, score, weight, good, bad, facts],
      ]),
    ])
  return figures(one) === figures(other)
}
