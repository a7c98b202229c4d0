import { z } from 'zod'
import { agentLimits } from '../core/agent-limits.ts'
import { Timestamp } from '../core/values.ts'

const HashedId = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * What a computer is known again by: ids of its parts, each SHA-256 with the installation's salt, made where it was
 * read. What could not be read is left out. `system` and `engine` are copied with a disk image, the others are built in.
 */
export const Fingerprint = z.strictObject({
  board: HashedId.optional(),
  disk: HashedId.optional(),
  network: HashedId.optional(),
  system: HashedId.optional(),
  engine: HashedId.optional(),
  gpus: z.array(HashedId).max(agentLimits.gpus),
})
export type Fingerprint = z.infer<typeof Fingerprint>

export const EnrolmentToken = z.strictObject({
  token: z.string(),
  expires_at: Timestamp,
  /** The one line to run on the machine, for Ubuntu and its like. */
  command: z.string(),
  /** The same for each system; Windows has it for PowerShell. */
  commands: z.strictObject({ linux: z.string(), macos: z.string(), windows: z.string() }),
})
export type EnrolmentToken = z.infer<typeof EnrolmentToken>

/** An Ed25519 public key, raw 32 bytes in base64url. */
export const PublicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be an Ed25519 public key')
