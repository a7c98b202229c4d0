import { z } from 'zod'
import { Announcement } from '../system/announcement.ts'

/** An announcement as the operator sees it. */
export const OperatorAnnouncement = Announcement.extend({
  state: z.enum(['scheduled', 'now', 'ended', 'withdrawn']),
  /** Whether it goes out by mail: not at all, from its start on, or it did. */
  mail: z.enum(['none', 'waiting', 'sent']),
})
export type OperatorAnnouncement = z.infer<typeof OperatorAnnouncement>
