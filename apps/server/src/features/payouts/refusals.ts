import { Refused } from '@gridloom/contract/errors'

export function noSuchPayout(): Refused {
  return new Refused('not_found', { details: { what: 'payout' } })
}

export function wrongState(state: string): Refused {
  return new Refused('state_conflict', { details: { what: 'payout', state } })
}
