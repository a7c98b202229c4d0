import { type Evidence, evidenceValueMax } from '@gridloom/contract/reputation/evidence'
import {
  TrustPart,
  type TrustPartScore,
  type TrustScore,
  trustTerms,
} from '@gridloom/contract/reputation/trust'

/** The fields of a fact that a score follows from. */
export type Fact = Pick<Evidence, 'number' | 'kind' | 'at' | 'value' | 'party' | 'withdraws'>

const dayMs = 86_400_000
const { halfLifeDays, keptDays, z, goodBefore, partyWeightMax, partyQuarters, parts } = trustTerms

/** A fact of full weight counts this much: sums of whole numbers do not depend on the order of the facts. */
const unit = 1_000_000 * evidenceValueMax * 4

/**
 * The weight of a fact after whole days, in millionths, so that every program computes the same. Facts of the future
 * have no age; facts that are too old weigh nothing.
 */
const decayByDay = Array.from({ length: keptDays }, (_, day) =>
  Math.round(1_000_000 * 0.5 ** (day / halfLifeDays)),
)

/** The weights of good and bad facts, in parts of {@link unit}. */
interface Weights {
  good: number
  bad: number
  facts: number
}

/**
 * The trust score of a machine from its facts, as of a time: `100 · Π part^weight` over the parts that have facts
 * (docs/trust.md). Facts halve in weight every 30 days. A part is the lower end of Wilson's interval for the share of
 * good facts, divided by that of a spotless record of the same size: few facts are no fault, and a bad one weighs more
 * the fewer there are. One party weighs at most so much in a part, and the provider's own party nothing. Pure: the
 * order of the facts changes nothing.
 */
export function scoreTrust(facts: readonly Fact[], at: Date): TrustScore {
  const counted = countedFacts(facts)
  const scored = TrustPart.options.map((part) => scorePart(part, counted, at))
  const weight = scored.reduce((sum, { part, good, bad }) => sum + good + bad / badTimesOf(part), 0)
  const product = scored.reduce((so, one) => so * factorOf(one), 1)
  const shown = scored.map(({ share, ...part }) => ({
    ...part,
    score: share === null ? null : Math.round(100 * share),
    good: rounded(part.good),
    bad: rounded(part.bad),
  }))
  return {
    version: trustTerms.version,
    score: weight < trustTerms.factsMin ? null : Math.round(100 * product),
    facts_weight: rounded(weight),
    parts: shown,
  }
}

/** Bad facts outweigh good ones in a part; in how much is known of a machine they do not. */
function badTimesOf(part: TrustPart): number {
  return parts[part].badTimes
}

type ScoredPart = Omit<TrustPartScore, 'score'> & { share: number | null }

function factorOf({ share, weight }: ScoredPart): number {
  return share === null ? 1 : share ** weight
}

/** Leaves out withdrawn facts, withdrawals, and facts of the provider's own party. */
function countedFacts(facts: readonly Fact[]): Fact[] {
  const withdrawn = new Set(facts.map(({ withdraws }) => withdraws))
  return facts.filter(
    ({ kind, number, party }) =>
      kind !== 'withdrawal' && !withdrawn.has(number) && party?.own !== true,
  )
}

function scorePart(part: TrustPart, facts: readonly Fact[], at: Date): ScoredPart {
  const { weight, badTimes, kinds } = parts[part]
  const known: readonly string[] = kinds
  const byParty = new Map<string, Weights>()
  for (const fact of facts) {
    if (!known.includes(fact.kind)) continue
    const decay = decayByDay[ageInDays(fact, at)]
    if (decay === undefined) continue
    addTo(byParty, fact, { decay, badTimes })
  }
  const { good, bad, facts: count } = sumOfParties(byParty)
  return {
    ...{ part, weight, good, bad, facts: count },
    share: count === 0 ? null : shareOfGood(good + goodBefore, bad),
  }
}

function ageInDays({ at: happenedAt }: Fact, at: Date): number {
  return Math.max(0, Math.floor((at.getTime() - Date.parse(happenedAt)) / dayMs))
}

function addTo(
  byParty: Map<string, Weights>,
  { party, value }: Fact,
  { decay, badTimes }: { decay: number; badTimes: number },
): void {
  const key = party?.digest ?? ''
  const quarters = party === null ? 4 : (partyQuarters[party.other_providers] ?? 1)
  const so = byParty.get(key) ?? { good: 0, bad: 0, facts: 0 }
  byParty.set(key, {
    good: so.good + decay * value * quarters,
    bad: so.bad + decay * (evidenceValueMax - value) * quarters * badTimes,
    facts: so.facts + 1,
  })
}

/** Sums parties in the order of their digests: sums of fractions depend on their order. */
function sumOfParties(byParty: ReadonlyMap<string, Weights>): Weights {
  const sorted = [...byParty].toSorted(([one], [other]) => (one < other ? -1 : 1))
  let [good, bad, facts] = [0, 0, 0]
  for (const [party, weights] of sorted) {
    const share = party === '' ? 1 : Math.min(1, partyMost / (weights.good + weights.bad))
    good += (weights.good / unit) * share
    bad += (weights.bad / unit) * share
    facts += weights.facts
  }
  return { good, bad, facts }
}

const partyMost = partyWeightMax * unit

/**
 * Wilson's lower bound for `good` of `good + bad`, divided by the bound of as many good ones alone: between 0 and 1,
 * never lower for more good and never higher for more bad (E. B. Wilson, 1927).
 */
function shareOfGood(good: number, bad: number): number {
  const all = good + bad
  const half = (z * z) / 2
  return (good + half - z * Math.sqrt((good * bad) / all + (z * z) / 4)) / all
}

function rounded(weight: number): number {
  return Math.round(100 * weight) / 100
}
