import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { PlainLine, PlainLines } from '../core/values.ts'
import { AutomationSettings } from './automation.ts'
import { RestartPolicy } from './instance.ts'

/** Changes of an instance; an omitted field stays as it is. Its machine sees the restart policy alone. */
export const ChangeInstance = z.strictObject({
  label: PlainLine.min(1, 'Label is required').max(limits.labelChars).optional(),
  note: PlainLines.max(limits.noteChars).optional(),
  restart_policy: RestartPolicy.optional(),
  automation: AutomationSettings.optional(),
})
export type ChangeInstance = z.infer<typeof ChangeInstance>
