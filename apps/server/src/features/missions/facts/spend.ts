import { sumPaid } from '../../ledger/index.ts'
import type { MeasureFact } from './fact.ts'

export const spend: MeasureFact = ({ db }, of) => sumPaid(db, of)
