import { z } from 'zod'
import { agentLimits } from '../core/agent-limits.ts'
import { Timestamp } from '../core/values.ts'

const HashedId = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The fingerprint that recognises a computer: ids of its parts, each hashed with SHA-256 and the installation's salt on
 * the machine itself. Unreadable ids are left out. `system` and `engine` are copied with a disk image, the others are
 * built in.
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
  /** The command to run on the machine, for Ubuntu and the like. */
  command: z.string(),
  /** The same for each system; for Windows in PowerShell. */
  commands: z.strictObject({ linux: z.string(), macos: z.string(), windows: z.string() }),
})
export type EnrolmentToken = z.infer<typeof EnrolmentToken>

/** An Ed25519 public key, raw 32 bytes in base64url. */
export const PublicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'must be an Ed25519 public key')
