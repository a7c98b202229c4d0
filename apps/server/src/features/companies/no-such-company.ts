import { Refused } from '@gridloom/contract/errors'

/** The same words whether it does not exist, is closed, or is not theirs. */
export function noSuchCompany(): Refused {
  return new Refused('not_found', { details: { what: 'company' } })
}
