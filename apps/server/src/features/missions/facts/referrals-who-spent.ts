import { countReferredWhoSpent } from '../../affiliate/index.ts'
import type { MeasureFact } from './fact.ts'

export const referralsWhoSpent: MeasureFact = ({ db }, of) =>
  countReferredWhoSpent(db, { ...of, least: of.parameter })
