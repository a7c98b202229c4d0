import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { PlainLine, PlainLines } from '../core/values.ts'

/** Changes of an instance that its machine does not see; an omitted field stays as it is. */
export const ChangeInstance = z.strictObject({
  label: PlainLine.min(1, 'Label is required').max(limits.labelChars).optional(),
  note: PlainLines.max(limits.noteChars).optional(),
})
export type ChangeInstance = z.infer<typeof ChangeInstance>
