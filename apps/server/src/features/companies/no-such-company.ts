import { Refused } from '@gridloom/contract/errors'

/** The same error for a company that does not exist, is closed, or is not the caller's. */
export function noSuchCompany(): Refused {
  return new Refused('not_found', { details: { what: 'company' } })
}
