import { ApiError } from '@gridloom/client/api-error'
import { isRejection, WalletError } from '@gridloom/domain/wallet/wallet-errors'
import { describeError } from '../../ui/format/error-texts.ts'

/** What went wrong with a wallet, for the user: the catalogue's text where it is of the exchange wallet. */
export function walletProblem(error: unknown): string {
  let at: unknown = error
  for (let depth = 0; depth < 8 && at instanceof Error; depth++) {
    if (at instanceof WalletError) return at.message
    if (at.name === 'ChainNotConfiguredError') return 'This network is not available here.'
    at = at.cause
  }
  if (isRejection(error)) return 'You declined the request in the wallet.'
  if (error instanceof ApiError) return describeError(error).text
  if (!(error instanceof Error)) return 'The wallet did not respond as expected.'
  return 'shortMessage' in error ? String(error.shortMessage) : error.message
}
