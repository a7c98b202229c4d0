import { z } from 'zod'

/** The email notifications of a user. Security emails (new password, new sign-in method) are always sent. */
export const NotificationSettings = z.strictObject({
  /** Before the balance is used up, and once it is. */
  balance_low: z.boolean(),
  /** An instance failed, was lost or was stopped. */
  instance_alerts: z.boolean(),
  /** A machine of theirs was offline for ten minutes, or is back. */
  machine_alerts: z.boolean(),
  /** A render job ended, or waits for its owner. */
  render_news: z.boolean(),
  /** An offer that a saved alert waits for is free. */
  offer_alerts: z.boolean(),
  /** A planned post is due at a channel that it must be published to by hand. */
  post_reminders: z.boolean(),
  /** A sign-in from a new browser. */
  new_sign_in: z.boolean(),
  /** Announcements of the operator. */
  announcements: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>
