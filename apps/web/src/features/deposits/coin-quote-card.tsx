import type { CoinQuote } from '@gridloom/contract/deposits/coin-quote'
import { shortAddress } from '@gridloom/domain/wallet/address'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNow } from '../../browser/clock.ts'
import { useWalletAccount } from '../../shared/wallet/use-wallet-account.ts'
import { Facts } from '../../ui/components/facts.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { usePayCoinQuote } from './api/coin-mutations.ts'
import { coinProblem, coinsOf, priceOf } from './coin-words.ts'
import styles from './deposits.module.css'
import { SentCoins } from './sent-coins.tsx'

interface CoinQuoteCardProps {
  quote: CoinQuote
  isRenewing: boolean
  renew: (quote: CoinQuote) => void
  /** Once the payment is in the list of deposits. */
  onFound: () => void
}

/** A quote while it holds, its payment, and a new one when it has expired. */
export function CoinQuoteCard({ quote, isRenewing, renew, onFound }: CoinQuoteCardProps) {
  const pay = usePayCoinQuote()
  const leftS = Math.ceil((Date.parse(quote.expires_at) - useNow()) / 1_000)
  const again = (
    <div>
      <Button loading={isRenewing} onClick={() => renew(quote)}>
        Get a new quote
      </Button>
    </div>
  )
  if (pay.data !== undefined)
    return <SentCoins quote={quote} hash={pay.data} leftS={leftS} {...{ again, onFound }} />
  return (
    <section className={styles.quote} aria-label="Quote">
      <Facts
        facts={[
          { name: 'Credit', value: formatMoney(quote.micro_usd) },
          { name: 'You pay', value: `${coinsOf(quote)}, and the network fee` },
          { name: 'Price', value: priceOf(quote) },
          { name: 'Price as of', value: <TimeAgo at={quote.price_at} /> },
          { name: 'Wallet', value: shortAddress(quote.payer) },
        ]}
      />
      {leftS > 0 ? <Payment quote={quote} leftS={leftS} pay={pay} /> : <Expired again={again} />}
      {pay.error && (
        <p className={styles.problem} role="alert">
          {coinProblem(pay.error)}
        </p>
      )}
    </section>
  )
}

interface PaymentProps {
  quote: CoinQuote
  leftS: number
  pay: ReturnType<typeof usePayCoinQuote>
}

function Payment({ quote, leftS, pay }: PaymentProps) {
  const account = useWalletAccount()
  const isOther = account?.address.toLowerCase() !== quote.payer
  return (
    <div className={styles.beside}>
      <Button
        variant="filled"
        disabled={isOther}
        loading={pay.isPending}
        onClick={() => pay.mutate(quote)}
      >
        Pay {coinsOf(quote)} with wallet
      </Button>
      <p className={styles.note} role="timer">
        {isOther
          ? 'The connected wallet is another one. Get a new quote for it.'
          : `Confirm in your wallet within ${leftS} s`}
      </p>
    </div>
  )
}

function Expired({ again }: { again: ReactNode }) {
  return (
    <>
      <p className={styles.warning} role="status">
        This quote has expired. Do not confirm it in your wallet any more: the payment would fail.
      </p>
      {again}
    </>
  )
}
