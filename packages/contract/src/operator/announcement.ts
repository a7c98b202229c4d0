import { z } from 'zod'
import { Announcement } from '../system/announcement.ts'

/** An announcement as the operator sees it. */
export const OperatorAnnouncement = Announcement.extend({
  state: z.enum(['scheduled', 'now', 'ended', 'withdrawn']),
  /** Whether it is sent by email: not at all, from its start on, or already sent. */
  mail: z.enum(['none', 'waiting', 'sent']),
})
export type OperatorAnnouncement = z.infer<typeof OperatorAnnouncement>
