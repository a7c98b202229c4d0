import { Button, Select } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { WalletAccount, WalletEngine } from '../../browser/wallet/wallet-types.ts'
import { walletProblem } from '../../shared/wallet/wallet-problem.ts'
import { CopyLine } from '../../ui/components/copy.tsx'
import styles from './wallet.module.css'

interface ConnectedWalletProps {
  engine: WalletEngine
  account: WalletAccount
}

/** The connected address with its network, which can be switched. */
export function ConnectedWallet({ engine, account }: ConnectedWalletProps) {
  const switching = useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: (id: number) => engine.switchChain(id),
  })
  const leaving = useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: () => engine.disconnect(),
  })
  const chain = engine.chains.find(({ id }) => id === account.chainId)
  const problem = switching.error ?? leaving.error
  return (
    <div className={styles.stack}>
      <p className={styles.text}>Connected by {account.wallet}</p>
      <CopyLine text={account.address} label="Address" />
      {chain?.block_explorer && (
        <a
          className={styles.link}
          href={`${chain.block_explorer.url}/address/${account.address}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          View on {chain.block_explorer.name} <IconExternalLink size={14} aria-hidden />
        </a>
      )}
      <Select
        label="Network"
        allowDeselect={false}
        comboboxProps={{ zIndex: 400 }}
        placeholder={`Unknown network (${account.chainId})`}
        disabled={switching.isPending}
        data={engine.chains.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={chain === undefined ? null : String(chain.id)}
        onChange={(id) => id !== null && switching.mutate(Number(id))}
      />
      {chain === undefined && (
        <p className={styles.text}>This network is not available here. Choose another one.</p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {walletProblem(problem)}
        </p>
      )}
      <Button loading={leaving.isPending} onClick={() => leaving.mutate()}>
        Disconnect
      </Button>
    </div>
  )
}
