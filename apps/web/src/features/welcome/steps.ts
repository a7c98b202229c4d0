import type { UserDetails } from '@gridloom/contract/accounts/user-details'
import type { Balance } from '@gridloom/contract/ledger/balance'

/** State of a setup step. `open`: to do now; `later`: blocked by an earlier step. */
export type StepState = 'done' | 'open' | 'later'
export type StepName = 'email' | 'access' | 'sshKey' | 'machine' | 'credit'

interface Known {
  details: UserDetails
  sshKeys: number
  machines: number
  balance: Balance | undefined
}

/** Returns the state of each step, in the order of their dependencies. */
export function stepStates({
  details,
  sshKeys,
  machines,
  balance,
}: Known): Record<StepName, StepState> {
  const isOpen = details.has_entered_referral_code
  return {
    email: details.email_verified ? 'done' : 'open',
    access: isOpen ? 'done' : details.email_verified ? 'open' : 'later',
    sshKey: sshKeys > 0 ? 'done' : 'open',
    credit: (balance?.available_micro_usd ?? 0) > 0 ? 'done' : 'open',
    machine: machines > 0 ? 'done' : isOpen ? 'open' : 'later',
  }
}
