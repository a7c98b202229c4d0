import { z } from 'zod'
import { MicroUsd } from '../core/values.ts'

/** What the operator may set. */
export const OperatorSettings = z.strictObject({ starting_credit_micro_usd: MicroUsd.min(0) })
export type OperatorSettings = z.infer<typeof OperatorSettings>
