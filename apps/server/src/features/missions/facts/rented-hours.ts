import { readRenting } from '../../ledger/index.ts'
import type { MeasureFact } from './fact.ts'

const hourS = 3_600

/** Whole hours, over all instances. */
export const rentedHours: MeasureFact = async ({ db }, of) =>
  Math.floor((await readRenting(db, of)).seconds / hourS)
