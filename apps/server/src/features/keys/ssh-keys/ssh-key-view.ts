import type { SshKey } from '@gridloom/contract/keys/ssh-key'
import type { StoredSshKey } from './ssh-keys-store.ts'

/** A key as the API returns it to its user. */
export function sshKeyView(key: StoredSshKey): SshKey {
  return {
    id: key.id,
    name: key.name,
    type: key.type,
    bits: key.bits,
    fingerprint: key.fingerprint,
    created_at: key.created_at.toISOString(),
  }
}
