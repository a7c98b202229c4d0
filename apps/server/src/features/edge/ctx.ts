import type { EdgeOptions } from '../../edge/calls.ts'
import type { SshKeyFile } from '../../platform/ssh-key-file.ts'
import type { ClustersCtx } from '../clusters/index.ts'
import type { PortsCtx } from '../ports/index.ts'
import type { SshCtx } from '../ssh/index.ts'

/** The edge process of this server. */
export interface EdgeState {
  /** What it is started with; `null`: it is off. */
  readonly options: EdgeOptions | null
  readonly logLevel: string
  readonly hostKey: Pick<SshKeyFile, 'fingerprint' | 'publicKey'> | null
  /** The port of the SSH gateway; `null` while it does not listen. */
  sshPort: number | null
}

/** The context of this feature. */
export interface EdgeCtx extends SshCtx, ClustersCtx, Omit<PortsCtx, 'changes'> {
  readonly edge: EdgeState
}
