import { z } from 'zod'
import { InstanceId, RenderJobId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** Something an account should know now; the same `key` is told once. */
export const Notice = z.strictObject({
  key: z.string(),
  level: z.enum(['info', 'warning', 'error']),
  text: z.string(),
  instance_id: InstanceId.nullable(),
  render_job_id: RenderJobId.nullable(),
  at: Timestamp,
})
export type Notice = z.infer<typeof Notice>
