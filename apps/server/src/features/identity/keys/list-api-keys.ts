import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { type Ctx, personOf } from '../../../platform/ctx.ts'
import { listKeys } from './api-keys-store.ts'
import { showKeys } from './key-view.ts'
import type { KeyPorts } from './ports.ts'

/** The person's own keys, the newest first. */
export async function listApiKeys(ctx: Ctx, ports: KeyPorts): Promise<ApiKey[]> {
  const personId = personOf(ctx)
  return showKeys(ctx, await listKeys(ctx.db, { accountId: personId, personId }), ports)
}
