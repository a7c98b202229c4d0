import { readReferralFacts } from '../../affiliate/index.ts'
import type { MeasureFact } from './fact.ts'

export const referralSignUps: MeasureFact = async ({ db }, of) =>
  (await readReferralFacts(db, of)).signUps
