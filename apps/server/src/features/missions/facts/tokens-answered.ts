import { sumTokensAnswered } from '../../models/index.ts'
import type { MeasureFact } from './fact.ts'

export const tokensAnswered: MeasureFact = ({ db }, of) => sumTokensAnswered(db, of)
