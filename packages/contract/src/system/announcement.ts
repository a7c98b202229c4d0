import { z } from 'zod'
import { AnnouncementId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** A text of the operator's that everybody sees between two moments. */
export const Announcement = z.strictObject({
  id: AnnouncementId,
  level: z.enum(['info', 'warning']),
  text: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp.nullable(),
})
export type Announcement = z.infer<typeof Announcement>
