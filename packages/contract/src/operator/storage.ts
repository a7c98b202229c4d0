import { z } from 'zod'

/** The disk of the replica that answers, in bytes. */
export const ServerStorage = z.strictObject({
  free_bytes: z.int(),
  total_bytes: z.int(),
  /** Kept free for the database, emails and logs. */
  reserve_bytes: z.int(),
  takes_files: z.boolean(),
})
export type ServerStorage = z.infer<typeof ServerStorage>
