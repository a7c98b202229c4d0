import type { Machines } from '../../edge/machines.ts'
import type { AccountActor } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { AuditEvent } from '../../platform/http/route-parts.ts'
import type { SshKeyFile } from '../../platform/ssh-key-file.ts'
import type { InstancesCtx } from '../instances/index.ts'
import type { OpenLogins } from './open-logins.ts'

/** The context of this feature. */
export interface SshCtx extends InstancesCtx {
  readonly changes: Changes
  readonly sshLogins: OpenLogins
  /** Connections for SSH that this process carries. */
  readonly sshMachines: Pick<Machines, 'reach'>
  /** Signs certificates of users. */
  readonly sshAuthority: Pick<SshKeyFile, 'publicBlob' | 'publicKey' | 'fingerprint' | 'sign'>
  /** Writes an entry of the audit log for a user who did not come by a request. */
  readonly auditSsh: (actor: AccountActor, event: AuditEvent) => Promise<void>
}
