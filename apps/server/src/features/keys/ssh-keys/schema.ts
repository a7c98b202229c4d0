import type { AccountId, SshKeyId } from '@gridloom/contract/core/ids'

/** The SSH keys of `migrations/0053-keys.sql`. A type, not an interface, as Kysely requires. */
export type SshKeyTables = {
  ssh_keys: {
    id: SshKeyId
    account_id: AccountId
    name: string
    type: string
    bits: number
    fingerprint: string
    /** Type and base64, without comment. */
    public_key: string
    created_at: Date
  }
}
