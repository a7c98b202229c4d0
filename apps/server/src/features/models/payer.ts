import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'

/** Who pays for answers. */
export interface Payer {
  readonly accountId: AccountId
  /** Whose budget bounds it; `null`: a user who is signed in. */
  readonly keyId: ApiKeyId | null
  /** Who asks, where they ask for a company; the one who made the key, or else the account itself, unless given. */
  readonly userId?: AccountId
}
