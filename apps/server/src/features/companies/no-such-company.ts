import { Refused } from '@gridloom/contract/errors'

/** The same error for a company that does not exist, is closed, or that the caller is not a member of. */
export function noSuchCompany(): Refused {
  return new Refused('not_found', { details: { what: 'company' } })
}
