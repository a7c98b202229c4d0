import type { WalletMessage, WalletSigner } from '@gridloom/contract/auth/wallet'
import { isRejection } from '@gridloom/domain/wallet/wallet-errors'
import type { Wallet } from '../../browser/wallet/wallet.ts'

/**
 * Has the connected wallet sign a message of the server; without a connection the wallet dialog opens first. Closing it,
 * or declining in the wallet, is an `AbortError`, which is shown as no failure.
 */
export async function signMessage(
  wallet: Wallet,
  create: (signer: WalletSigner) => Promise<WalletMessage>,
): Promise<{ nonce: string; signature: string }> {
  const account = wallet.store.getState().account ?? (await wallet.ask())
  if (account === undefined) throw new DOMException('the wallet dialog was closed', 'AbortError')
  const engine = await wallet.engine()
  const { address, chainId } = account
  // A key signs for every chain. A contract wallet on an unknown one is refused by the server.
  const isKnown = engine.chains.some(({ id }) => id === chainId)
  const chain_id = isKnown ? chainId : (engine.chains[0]?.id ?? chainId)
  const { nonce, message } = await create({ address, chain_id })
  try {
    return { nonce, signature: await engine.sign(message) }
  } catch (error) {
    if (isRejection(error)) throw new DOMException('declined in the wallet', 'AbortError')
    throw error
  }
}
