import type { StartBlocker } from '@gridloom/contract/instances/automation'

/** Why a scheduled start was not possible, as a sentence to the renter. */
export const blockerSentences: Readonly<Record<StartBlocker, string>> = {
  insufficient_funds: 'The balance is too low.',
  instance_budget_exceeded: 'The budget of the instance is too low.',
  project_budget_exceeded: 'The budget of its project is too low.',
  account_budget_exceeded: 'The budget of the account is too low.',
  key_budget_exceeded: 'The budget of the API key that ordered it is too low.',
  offer_taken: 'Its slots are rented by someone else.',
  machine_offline: 'Its machine is offline.',
  account_suspended: 'The account of the user who ordered it is not active.',
  not_startable: 'It cannot be started in its present state.',
}
