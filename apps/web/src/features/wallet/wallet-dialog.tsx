import { useQuery } from '@tanstack/react-query'
import { useRuntime } from '../../api/runtime.tsx'
import { useWalletAccount } from '../../shared/wallet/use-wallet-account.ts'
import { Modal } from '../../ui/components/dialog.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { ConnectWallet } from './connect-wallet.tsx'
import { ConnectedWallet } from './connected-wallet.tsx'

/** The wallet dialog: choose a wallet, or see the connected one. */
export function WalletDialog() {
  const { wallet } = useRuntime()
  const account = useWalletAccount()
  const engine = useQuery({
    queryKey: ['wallet-engine'],
    queryFn: () => wallet.engine(),
    staleTime: Number.POSITIVE_INFINITY,
    // It holds functions, which no copy would have.
    structuralSharing: false,
  })
  async function close(): Promise<void> {
    wallet.close()
    ;(await wallet.engine()).cancel()
  }
  return (
    <Modal
      opened
      onClose={close}
      size={400}
      zIndex={310}
      title={account === undefined ? 'Connect a wallet' : 'Your wallet'}
    >
      <Loaded query={engine} what="wallets" rows={3}>
        {(loaded) =>
          account === undefined ? (
            <ConnectWallet engine={loaded} />
          ) : (
            <ConnectedWallet engine={loaded} account={account} />
          )
        }
      </Loaded>
    </Modal>
  )
}
