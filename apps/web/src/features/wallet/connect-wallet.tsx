import { Button } from '@mantine/core'
import { IconQrcode, IconWallet } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { WalletChoice, WalletEngine } from '../../browser/wallet/wallet-types.ts'
import { walletProblem } from '../../shared/wallet/wallet-problem.ts'
import { EmptyState } from '../../ui/components/states.tsx'
import { PairingCode } from './pairing-code.tsx'
import styles from './wallet.module.css'

/** The wallets that were found. Choosing one connects it; its code, state and failure are shown here. */
export function ConnectWallet({ engine }: { engine: WalletEngine }) {
  const choices = useChoices(engine)
  const [code, setCode] = useState<string>()
  const connect = useMutation({
    meta: { problem: 'shown-in-place' },
    mutationFn: ({ id }: WalletChoice) => engine.connect(id, setCode),
    onSettled: () => setCode(undefined),
  })
  const chosen = connect.isPending ? connect.variables : undefined
  if (choices.length === 0) return <NoWallet />
  return (
    <div className={styles.stack}>
      {(chosen === undefined || chosen.by === 'browser') && (
        <ul className={styles.choices} aria-label="Wallets">
          {choices.map((choice) => (
            <li key={choice.id}>
              <Button
                fullWidth
                size="md"
                justify="flex-start"
                leftSection={<ChoiceIcon choice={choice} />}
                loading={chosen?.id === choice.id}
                disabled={chosen !== undefined}
                onClick={() => connect.mutate(choice)}
              >
                {choice.name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {chosen?.by === 'browser' && (
        <p className={styles.text} role="status">
          Confirm the connection in {chosen.name}.
        </p>
      )}
      {chosen !== undefined && chosen.by !== 'browser' && (
        <PairingCode by={chosen.by} uri={code} cancel={engine.cancel} />
      )}
      {connect.error && (
        <p className={styles.problem} role="alert">
          {walletProblem(connect.error)}
        </p>
      )}
      <p className={styles.note}>
        Connecting shows your address to this site. It cannot move anything without your
        confirmation in the wallet.
      </p>
    </div>
  )
}

function useChoices(engine: WalletEngine): readonly WalletChoice[] {
  const [choices, setChoices] = useState<readonly WalletChoice[]>([])
  useEffect(() => engine.watchChoices(setChoices), [engine])
  return choices
}

function ChoiceIcon({ choice: { icon, by } }: { choice: WalletChoice }) {
  if (icon !== undefined) return <img src={icon} alt="" width={20} height={20} />
  return by === 'browser' ? (
    <IconWallet size={20} aria-hidden />
  ) : (
    <IconQrcode size={20} aria-hidden />
  )
}

function NoWallet() {
  return (
    <EmptyState icon={<IconWallet size={20} stroke={1.6} />} title="No wallet found">
      Install a wallet extension in this browser, or open this page in the browser of a wallet app.
    </EmptyState>
  )
}
