import { z } from 'zod'
import { Timestamp } from '../core/values.ts'

export const Maintenance = z.strictObject({ on: z.boolean(), since: Timestamp.nullable() })
export type Maintenance = z.infer<typeof Maintenance>
