import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'

/** Who pays for answers. */
export interface Payer {
  readonly accountId: AccountId
  /** The key whose budget applies; `null`: a signed-in user. */
  readonly keyId: ApiKeyId | null
  /** The user who acts for a company; the creator of the key, or else the account itself, unless given. */
  readonly userId?: AccountId
}
