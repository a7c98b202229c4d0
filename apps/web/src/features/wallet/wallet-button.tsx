import { UnstyledButton } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useRuntime } from '../../api/runtime.tsx'
import { useWalletAccount } from '../../shared/wallet/use-wallet-account.ts'
import styles from './wallet-button.module.css'

/** Opens the wallet dialog; shows the connected address. */
export function WalletButton() {
  const { wallet } = useRuntime()
  const account = useWalletAccount()
  useEffect(() => wallet.resume(), [wallet])
  const short = account && `${account.address.slice(0, 6)}…${account.address.slice(-4)}`
  return (
    <UnstyledButton
      className={styles.button}
      // @NOTE whoever waits for the outcome opens the dialog by itself
      onClick={() => void wallet.ask()}
      aria-label={short === undefined ? 'Connect wallet' : `Wallet ${short}`}
      title={account?.address ?? 'Connect wallet'}
    >
      <IconWallet size={18} stroke={1.7} aria-hidden />
      {short !== undefined && <span className={styles.address}>{short}</span>}
    </UnstyledButton>
  )
}
