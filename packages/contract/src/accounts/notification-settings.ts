import { z } from 'zod'

/** What a user is told by mail. Security emails (new password, new sign-in way) always go out. */
export const NotificationSettings = z.strictObject({
  /** Before the balance runs out, and when it has. */
  balance_low: z.boolean(),
  /** An instance failed, was lost or was stopped. */
  instance_alerts: z.boolean(),
  /** A machine of theirs went silent for ten minutes, or is back. */
  machine_alerts: z.boolean(),
  /** A render job ended, or waits for them. */
  render_news: z.boolean(),
  /** Signed in from a browser that was not seen before. */
  new_sign_in: z.boolean(),
  /** Announcements of the operator. */
  announcements: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>
