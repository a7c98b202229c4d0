import { Button, Skeleton } from '@mantine/core'
import { clockNowMs } from '../../browser/clock.ts'
import { deepLink, downloadUrl, isMobile } from '../../browser/wallet/exchange/pairing.ts'
import type { WalletChoice } from '../../browser/wallet/wallet-types.ts'
import { QrCode } from '../../shared/wallet/qr-code.tsx'
import { CopyLine } from '../../ui/components/copy.tsx'
import styles from './wallet.module.css'

interface PairingCodeProps {
  by: Exclude<WalletChoice['by'], 'browser'>
  /** The URI that the wallet reads; `undefined`: not there yet. */
  uri: string | undefined
  cancel: () => void
}

/** The code that a wallet scans; on phones the link that opens its app. */
export function PairingCode({ by, uri, cancel }: PairingCodeProps) {
  if (uri === undefined) return <Skeleton height={240} aria-label="Loading the code" />
  return (
    <div className={styles.stack}>
      {isMobile(navigator.userAgent) ? <OpenApp by={by} uri={uri} /> : <QrCode text={uri} />}
      <p className={styles.text} role="status">
        Waiting for the wallet…
      </p>
      <CopyLine text={uri} label="Connection code" />
      <Button onClick={cancel}>Cancel</Button>
    </div>
  )
}

function OpenApp({ by, uri }: { by: PairingCodeProps['by']; uri: string }) {
  if (by === 'code')
    return (
      <Button component="a" variant="filled" size="md" href={uri}>
        Open wallet app
      </Button>
    )
  const href = deepLink({ userAgent: navigator.userAgent, uri, nowMs: clockNowMs() })
  return (
    <>
      <Button component="a" variant="filled" size="md" href={href}>
        Open Binance app
      </Button>
      <p className={styles.text}>
        Nothing happens? <a href={downloadUrl}>Install the app</a>.
      </p>
    </>
  )
}
