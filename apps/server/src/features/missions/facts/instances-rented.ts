import { readRenting } from '../../ledger/index.ts'
import type { MeasureFact } from './fact.ts'

export const instancesRented: MeasureFact = async ({ db }, of) =>
  (await readRenting(db, of)).instances
