import { TimedOut } from '@gridloom/async/deadline'
import { Refused } from '@gridloom/contract/errors'

/**
 * Why a request got no response of its app. `nothing_listens`: the machine could not connect to the port. `broken`: it
 * could, and no HTTP response came.
 */
export type RelayProblem = 'machine_offline' | 'busy' | 'nothing_listens' | 'timed_out' | 'broken'

export function problemOf(error: unknown): RelayProblem {
  if (error instanceof TimedOut) return 'timed_out'
  if (!(error instanceof Refused)) return 'broken'
  if (error.code === 'machine_offline') return 'machine_offline'
  return error.code === 'too_many_requests' ? 'busy' : 'nothing_listens'
}
