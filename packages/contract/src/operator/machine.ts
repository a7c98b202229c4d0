import { z } from 'zod'
import { Machine } from '../machines/machine.ts'

/** A machine as the operator sees it. */
export const OperatorMachine = z.strictObject({
  machine: Machine,
  owner_email: z.string(),
  /** Whether the operator vouches for its renders; `null`: it cannot render. */
  vouched: z.boolean().nullable(),
})
export type OperatorMachine = z.infer<typeof OperatorMachine>
