import type { StepProgress } from '@gridloom/contract/missions/mission'
import type { MissionFact, MissionStep } from '@gridloom/contract/missions/step'
import { stepSentence } from '@gridloom/domain/missions/step-sentence'
import type { FactCtx, FactOf, MeasureFact } from './fact.ts'
import { framesRendered } from './frames-rendered.ts'
import { hostingDays } from './hosting-days.ts'
import { hostingEarnings } from './hosting-earnings.ts'
import { instancesRented } from './instances-rented.ts'
import { postsPublished } from './posts-published.ts'
import { referralSignUps } from './referral-sign-ups.ts'
import { referralSpend } from './referral-spend.ts'
import { referralVisitors } from './referral-visitors.ts'
import { referralsActivated } from './referrals-activated.ts'
import { referralsWhoSpent } from './referrals-who-spent.ts'
import { rentedHours } from './rented-hours.ts'
import { spend } from './spend.ts'
import { sshKeys } from './ssh-keys.ts'
import { templatesUsed } from './templates-used.ts'
import { tokensAnswered } from './tokens-answered.ts'
import { wallets } from './wallets.ts'

const measures: Record<MissionFact, MeasureFact> = {
  referral_visitors: referralVisitors,
  referral_sign_ups: referralSignUps,
  referrals_activated: referralsActivated,
  referrals_who_spent: referralsWhoSpent,
  referral_spend: referralSpend,
  instances_rented: instancesRented,
  rented_hours: rentedHours,
  spend,
  frames_rendered: framesRendered,
  hosting_days: hostingDays,
  hosting_earnings: hostingEarnings,
  tokens_answered: tokensAnswered,
  templates_used: templatesUsed,
  posts_published: postsPublished,
  ssh_keys: sshKeys,
  wallets,
}

/** Measures the steps of a mission for an account in a period, with the values as they are now. */
export async function measureSteps(
  ctx: FactCtx,
  of: Omit<FactOf, 'parameter'>,
  steps: readonly MissionStep[],
): Promise<StepProgress[]> {
  const measured: StepProgress[] = []
  for (const step of steps) {
    const { fact, parameter, at_least: atLeast } = step
    const value = await measures[fact](ctx, { ...of, parameter: parameter ?? 0 })
    const text = stepSentence(step)
    measured.push({ fact, parameter, text, value, at_least: atLeast, met: value >= atLeast })
  }
  return measured
}
