import { readHosting } from '../../ledger/index.ts'
import { readProviderScore } from '../../reputation/index.ts'
import type { MeasureFact } from './fact.ts'

/** Days count while the provider's trust score is high enough now. */
export const hostingDays: MeasureFact = async ({ db }, of) => {
  const score = await readProviderScore(db, of.accountId)
  return score !== null && score >= of.parameter ? (await readHosting(db, of)).days : 0
}
