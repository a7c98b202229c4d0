import { z } from 'zod'
import { AnnouncementId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** A text of the operator that every user sees from its start to its end. */
export const Announcement = z.strictObject({
  id: AnnouncementId,
  level: z.enum(['info', 'warning']),
  text: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp.nullable(),
})
export type Announcement = z.infer<typeof Announcement>
