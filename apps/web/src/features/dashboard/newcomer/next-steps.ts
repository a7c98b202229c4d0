import type { Flow } from '@gridloom/contract/accounts/flow'
import type { UserDetails } from '@gridloom/contract/accounts/user-details'

export type NextStep = 'setup' | 'rent' | 'render' | 'host'

const ofFlow = {
  provider: ['host', 'rent'],
  render: ['render', 'rent', 'host'],
  startup: ['rent', 'render', 'host'],
  hivemind: ['rent', 'render', 'host'],
} as const satisfies Record<Flow, readonly NextStep[]>

/** What a newcomer can do next, the first one first: completing the account, then what they came for. */
export function nextSteps(
  {
    email_verified,
    has_entered_referral_code,
  }: Pick<UserDetails, 'email_verified' | 'has_entered_referral_code'>,
  flow: Flow | undefined,
): NextStep[] {
  const steps = ofFlow[flow ?? 'startup']
  const isReady = email_verified && has_entered_referral_code
  return isReady ? [...steps] : ['setup', ...steps.slice(0, 2)]
}
