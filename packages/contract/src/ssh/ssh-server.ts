import { z } from 'zod'

/** The SSH server inside an instance, whose connections only the instance can decrypt. */
export const SshServer = z.strictObject({
  /** The host key, `ssh-ed25519 AAAA…`: made inside the instance, and kept with its disk. */
  public_key: z.string(),
  /** `SHA256:…`, as an SSH client shows it. */
  fingerprint: z.string(),
  /** The user name to sign in with. */
  user: z.string(),
})
export type SshServer = z.infer<typeof SshServer>

/** The first frame of a connection; after the answer `{kind:'opened'}` binary frames are bytes of SSH. */
export const SshConnectOpen = z.strictObject({ kind: z.literal('open'), token: z.string() })
export type SshConnectOpen = z.infer<typeof SshConnectOpen>
