import { freeStartS } from '@gridloom/contract/core/constants'
import type { ChargingCause } from '@gridloom/contract/instances/instance'
import { assertNever } from './assert-never.ts'

/** Why an instance is charged from that time on, as text after "Charged since …, when ". */
export function chargingReason(cause: ChargingCause): string {
  switch (cause) {
    case 'ready':
      return 'it was ready'
    case 'entered':
      return 'you opened a terminal, a tunnel or ran a command before it was ready'
    case 'free_start_used':
      return 'its free start was used up before it was ready'
    default:
      return assertNever(cause)
  }
}

/** When charging will start, for an instance that is not charged yet. */
export const chargingBegins = `Charges start when the instance is ready or first used, at the latest after running for ${freeStartS / 60} minutes.`
