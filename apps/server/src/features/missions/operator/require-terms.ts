import { Refused } from '@gridloom/contract/errors'

const hourMs = 3_600_000
const longestMs = 400 * 24 * hourMs
/** $1,000,000. */
const budgetMax = 1_000_000_000_000

/** Terms of a mission that must fit together. */
export interface FittingTerms {
  readonly starts_at: Date
  readonly ends_at: Date
  readonly reward_micro_usd: number
  readonly reward_points: number
  readonly claims_max: number
}

/** @throws Refused `invalid_input`, with the fields that are wrong */
export function requireTerms({
  starts_at: startsAt,
  ends_at: endsAt,
  reward_micro_usd: reward,
  reward_points: points,
  claims_max: claims,
}: FittingTerms): void {
  const [from, to] = [startsAt.getTime(), endsAt.getTime()]
  const fields = {
    ...(from % hourMs === 0 ? {} : { starts_at: 'Use a full hour' }),
    ...(to % hourMs === 0 ? {} : { ends_at: 'Use a full hour' }),
    ...(to > from ? {} : { ends_at: 'The end is before the start' }),
    ...(to - from <= longestMs ? {} : { ends_at: 'Use at most 400 days' }),
    ...(reward + points > 0 ? {} : { reward_micro_usd: 'Give an amount or points' }),
    ...(reward * claims <= budgetMax ? {} : { claims_max: 'The budget is above $1,000,000' }),
  }
  if (Object.keys(fields).length > 0) throw new Refused('invalid_input', { fields })
}
