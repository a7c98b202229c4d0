import { z } from 'zod'
import { InstanceId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'

/** How long certificates of users are valid, in seconds. */
export const certificateSeconds = { min: 60, max: 12 * 60 * 60, usual: 5 * 60 } as const

export const NewSshCertificate = z.strictObject({
  /** A public key in OpenSSH's format; it needs not be one of the account. */
  public_key: z.string().trim().min(1, 'Public key is required').max(16_384),
  /** The instances that it opens; by default all that exist now. */
  instance_ids: z.array(InstanceId).min(1).max(100).optional(),
  valid_s: z.int().min(certificateSeconds.min).max(certificateSeconds.max).default(300),
})
export type NewSshCertificate = z.infer<typeof NewSshCertificate>

/** A signed certificate of a user's key. Nothing of it is secret. */
export const SshCertificate = z.strictObject({
  /** `ssh-ed25519-cert-v01@openssh.com AAAA…`, as the file `KEY-cert.pub` has it. */
  certificate: z
    .string()
    .meta({ examples: ['ssh-ed25519-cert-v01@openssh.com AAAAIHNzaC1lZDI1NTE5LWNlcnQ'] }),
  /** In decimal, as `ssh-keygen -L` prints it. */
  serial: z.string().meta({ examples: ['5921806247741822719'] }),
  /** The principals. */
  instance_ids: z.array(InstanceId),
  expires_at: Timestamp,
  /** The public key of the authority that signed it. */
  authority: z.string().meta({ examples: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA'] }),
})
export type SshCertificate = z.infer<typeof SshCertificate>
