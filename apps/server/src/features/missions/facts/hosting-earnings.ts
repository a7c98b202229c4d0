import { readHosting } from '../../ledger/index.ts'
import type { MeasureFact } from './fact.ts'

export const hostingEarnings: MeasureFact = async ({ db }, of) => (await readHosting(db, of)).earned
