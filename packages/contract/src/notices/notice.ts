import { z } from 'zod'
import { InstanceId, RenderJobId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** A message to an account about something it should know now; sent once per `key`. */
export const Notice = z.strictObject({
  key: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  instance_id: InstanceId.nullable(),
  render_job_id: RenderJobId.nullable(),
  at: Timestamp,
})
export type Notice = z.infer<typeof Notice>
