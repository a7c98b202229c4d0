import type { MachineId } from '@gridloom/contract/core/ids'

/** The first part of `migrations/0030-machines.sql`. */
export type AgentTables = {
  agent_keys: {
    machine_id: MachineId
    /** Ed25519, raw 32 bytes in base64url. */
    public_key: string
    revoked_at: Date | null
  }
  agent_nonces: {
    nonce_hash: string
    machine_id: MachineId
    expires_at: Date
  }
  machine_connections: {
    machine_id: MachineId
    replica: string
    connection_id: string
    connected_at: Date
    seen_at: Date
  }
}
