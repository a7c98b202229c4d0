import type { AccountId } from '@gridloom/contract/core/ids'
import type { Tx } from '../../../platform/ctx.ts'

/** What SSH keys ask of the feature that has the instances, so that identity need not know it. */
export interface SshKeyPorts {
  /** Has what a person ordered, for themselves and companies, let in by SSH whom it now should. */
  renewSshKeys(tx: Tx, personId: AccountId): Promise<void>
}
