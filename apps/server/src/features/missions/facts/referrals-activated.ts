import { readReferralFacts } from '../../affiliate/index.ts'
import type { MeasureFact } from './fact.ts'

export const referralsActivated: MeasureFact = async ({ db }, of) =>
  (await readReferralFacts(db, of)).activated
