import { referredBelow, referrersAbove } from '../../affiliate/index.ts'
import { partyOf } from '../../companies/index.ts'
import { countRentedWithTemplates } from '../../instances/index.ts'
import type { MeasureFact } from './fact.ts'

/** Rentals by the account itself, its companies, its referrers and everyone it referred do not count. */
export const templatesUsed: MeasureFact = async ({ db }, of) => {
  const below = await referredBelow(db, of.accountId)
  const except = [
    ...(await partyOf(db, of.accountId)),
    ...(await referrersAbove(db, of.accountId)),
    ...below.map(({ id }) => id),
  ]
  return countRentedWithTemplates(db, { ...of, except })
}
