import type { StartBlocker, StopCause } from '@gridloom/contract/instances/automation'

/** Why a rule stops an instance, after "Stops …:". */
export const stopWords: Readonly<Record<StopCause, string>> = {
  stop_time_reached: 'you set this time',
  run_time_reached: 'its run time is over',
  idle: 'it is idle and nobody is connected',
  stopped_by_schedule: 'as scheduled',
}

/** Why a scheduled start has not happened yet. */
export const blockerWords: Readonly<Record<StartBlocker, string>> = {
  insufficient_funds: 'Your balance is too low.',
  instance_budget_exceeded: 'Its budget is too low.',
  project_budget_exceeded: 'The budget of its project is too low.',
  account_budget_exceeded: 'The budget of the account is too low.',
  key_budget_exceeded: 'The budget of the API key that ordered it is too low.',
  offer_taken: 'Its slots are rented by someone else.',
  machine_offline: 'Its machine is offline.',
  account_suspended: 'The account of the user who ordered it is not active.',
  not_startable: 'It can’t be started in its present state.',
}
