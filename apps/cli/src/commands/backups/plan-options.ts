import { limits } from '@gridloom/contract/core/constants'
import { wholeNumber } from '../../input/parse-values.ts'

/** Parses how many recovery points of a kind stay. */
export const kept = (what: string) => wholeNumber(what, 0, limits.backupPointsKept)
