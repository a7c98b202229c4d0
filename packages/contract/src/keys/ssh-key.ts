import { z } from 'zod'
import { SshKeyId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** A public SSH key; `fingerprint` as `ssh-keygen -l` prints it (SHA256:…). */
export const SshKey = z.strictObject({
  id: SshKeyId,
  name: z.string(),
  type: z.string(),
  bits: z.int(),
  fingerprint: z.string(),
  created_at: Timestamp,
})
export type SshKey = z.infer<typeof SshKey>
