import { type MissionFact, type MissionStep, missionFacts } from '@gridloom/contract/missions/step'
import { formatUsd } from '../money-format.ts'

type Wanted = Pick<MissionStep, 'fact' | 'at_least' | 'parameter'>

/** What a step asks for, as a sentence for users: `Rent instances for 2 hours`. */
export function stepSentence({ fact, at_least: n, parameter }: Wanted): string {
  return sentences[fact](n, parameter ?? 0)
}

/** A value in the unit of its fact: `$4.50`, `7`. */
export function formatFact(fact: MissionFact, value: number): string {
  return missionFacts[fact].unit === 'micro_usd' ? formatUsd(value) : value.toLocaleString('en-US')
}

/** How far a step is: `7 of 10`. */
export function progressWords({ fact, value, at_least: n }: Wanted & { value: number }): string {
  return `${formatFact(fact, Math.min(value, n))} of ${formatFact(fact, n)}`
}

const sentences: Record<MissionFact, (n: number, parameter: number) => string> = {
  referral_visitors: (n) => `Bring ${counted(n, 'visitor')} with your links`,
  referral_sign_ups: (n) => `Bring ${counted(n, 'sign-up')} with your links`,
  referrals_activated: (n) =>
    `Refer ${counted(n, 'account')} that ${n === 1 ? 'pays' : 'pay'} for the first time`,
  referrals_who_spent: (n, least) =>
    `Refer ${counted(n, 'account')} that ${n === 1 ? 'spends' : 'each spend'} ${formatUsd(least)}`,
  referral_spend: (n) => `Refer accounts that spend ${formatUsd(n)} together`,
  instances_rented: (n) => `Rent ${counted(n, 'instance')}`,
  rented_hours: (n) => `Rent instances for ${counted(n, 'hour')}`,
  spend: (n) => `Spend ${formatUsd(n)}`,
  frames_rendered: (n) => `Render ${counted(n, 'frame')}`,
  hosting_days: (n, score) =>
    `Host machines that earn on ${counted(n, 'day')}, with a trust score of at least ${score}`,
  hosting_earnings: (n) => `Earn ${formatUsd(n)} with your machines`,
  tokens_answered: (n) => `Answer ${counted(n, 'paid token')} of other accounts with your machines`,
  templates_used: (n) => `Have ${counted(n, 'instance')} rented with your templates by others`,
  posts_published: (n) => `Publish ${counted(n, 'post')} with your referral link`,
  ssh_keys: (n) => `Add ${counted(n, 'SSH key')} to your account`,
  wallets: (n) => `Link ${counted(n, 'wallet')} to your account`,
}

function counted(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`
}
