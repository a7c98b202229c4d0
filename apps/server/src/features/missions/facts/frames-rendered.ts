import { countPaidFrames } from '../../rendering/index.ts'
import type { MeasureFact } from './fact.ts'

export const framesRendered: MeasureFact = ({ db }, of) => countPaidFrames(db, of)
