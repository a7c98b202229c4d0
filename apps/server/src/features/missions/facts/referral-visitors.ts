import { readReferralFacts } from '../../affiliate/index.ts'
import type { MeasureFact } from './fact.ts'

export const referralVisitors: MeasureFact = async ({ db }, of) =>
  (await readReferralFacts(db, of)).visitors
