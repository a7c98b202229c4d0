import type { MachineTrust, TrustPartScore } from '@gridloom/contract/reputation/trust'
import { trustTerms } from '@gridloom/contract/reputation/trust'
import { partTexts } from '@gridloom/domain/trust/trust-words'
import { formatTime } from './format.ts'
import type { Draw } from './output.ts'

/** The score of a machine with its parts. */
export function trustText(draw: Draw, trust: MachineTrust): string {
  const { provider_score: provider, provider_machines: machines } = trust
  return [
    draw.facts([
      ['Machine', trust.machine_id],
      ['Trust score', draw.paint(scoreText(trust), 'strong')],
      ['Provider', provider === null ? 'no score yet' : `${provider} over ${machines} machines`],
      ['Computed', trust.computed_at === null ? 'never' : formatTime(trust.computed_at)],
      ['Facts', `${trust.head.number - trust.anchor.number}, formula version ${trust.version}`],
    ]),
    '',
    partsTable(draw, trust.parts),
  ].join('\n')
}

/** `92 of 100`, or how much is missing until a new machine has a score. */
export function scoreText({ score, facts_weight }: MachineTrust): string {
  if (score !== null) return `${score} of 100`
  return `new (${facts_weight} of ${trustTerms.factsMin} facts)`
}

function partsTable(draw: Draw, parts: readonly TrustPartScore[]): string {
  return draw.table(
    [
      { title: 'PART' },
      { title: 'SCORE', align: 'right' },
      { title: 'GOOD', align: 'right', dropRank: 1 },
      { title: 'BAD', align: 'right', dropRank: 1 },
      { title: 'FACTS', align: 'right' },
      { title: 'WEIGHT', align: 'right', dropRank: 2 },
    ],
    parts.map(({ part, score, good, bad, facts, weight }) => [
      partTexts[part].name,
      score === null ? '—' : String(score),
      String(good),
      String(bad),
      String(facts),
      String(weight),
    ]),
  )
}
