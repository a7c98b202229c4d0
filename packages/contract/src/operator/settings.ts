import { z } from 'zod'
import { MicroUsd } from '../core/values.ts'

/** The settings of the operator. */
export const OperatorSettings = z.strictObject({ starting_credit_micro_usd: MicroUsd.min(0) })
export type OperatorSettings = z.infer<typeof OperatorSettings>
