import type { AccountId, ApiKeyId } from '@gridloom/contract/core/ids'

/** The payer of answers. */
export interface Payer {
  readonly accountId: AccountId
  /** The key whose budget applies; `null`: a signed-in user. */
  readonly keyId: ApiKeyId | null
  /** The user who acts for a company; defaults to the creator of the key, or else to the account itself. */
  readonly userId?: AccountId
}
