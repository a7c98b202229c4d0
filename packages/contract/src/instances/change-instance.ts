import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { MicroUsdPerHour, PlainLine, PlainLines } from '../core/values.ts'
import { AutomationSettings } from './automation.ts'
import { RestartPolicy } from './instance.ts'

/** Changes of an instance; an omitted field stays as it is. Its machine sees the restart policy alone. */
export const ChangeInstance = z.strictObject({
  label: PlainLine.min(1, 'Label is required').max(limits.labelChars).optional(),
  note: PlainLines.max(limits.noteChars).optional(),
  restart_policy: RestartPolicy.optional(),
  automation: AutomationSettings.optional(),
  /** While it is stopped: its bid from now on; `null` makes it an instance on demand, at the price of now. */
  bid_micro_usd_per_hour: MicroUsdPerHour.min(1).nullable().optional(),
  /** Whether it starts again by itself when its bid wins after an interruption. */
  resumes: z.boolean().optional(),
})
export type ChangeInstance = z.infer<typeof ChangeInstance>
