import { z } from 'zod'
import { BasisPoints, MicroUsd } from '../core/values.ts'

/** The settings of the operator. */
export const OperatorSettings = z.strictObject({
  starting_credit_micro_usd: MicroUsd.min(0),
  /** The platform's share of charges, at most half. Orders keep the fee in force when they were placed. */
  platform_fee_basis_points: BasisPoints.max(5_000),
})
export type OperatorSettings = z.infer<typeof OperatorSettings>

/** The settings to change; absent ones stay as they are. */
export const OperatorSettingsChange = OperatorSettings.partial()
export type OperatorSettingsChange = z.infer<typeof OperatorSettingsChange>
