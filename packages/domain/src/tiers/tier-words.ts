import type { TierTerms } from '@gridloom/contract/tiers/tier'

type Benefits = Pick<TierTerms, 'holding_days_less' | 'planned_posts_more'>

/** What a tier gives, one line each; empty: nothing beyond what everybody has. */
export function benefitsOf({ holding_days_less: days, planned_posts_more: posts }: Benefits) {
  return [
    ...(days === 0 ? [] : [`mission rewards are pending for ${counted(days, 'day')} less`]),
    ...(posts === 0 ? [] : [`${counted(posts, 'more planned post')} at a time`]),
  ]
}

function counted(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`
}
