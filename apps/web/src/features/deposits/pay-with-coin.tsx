import type { CoinOffer } from '@gridloom/contract/deposits/coin-quote'
import type { DepositChain } from '@gridloom/contract/deposits/deposit-options'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useWalletAccount } from '../../shared/wallet/use-wallet-account.ts'
import { UsdField } from '../../ui/form/usd-field.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { microUsdOf, type Usd } from '../../ui/format/usd.ts'
import { useCreateCoinQuote } from './api/coin-mutations.ts'
import { CoinQuoteCard } from './coin-quote-card.tsx'
import { coinProblem } from './coin-words.ts'
import styles from './deposits.module.css'

interface PayWithCoinProps {
  chain: DepositChain
  offer: CoinOffer
}

/** Deposits the chain's own coin: an amount in dollars, a quote for it, and its payment from the connected wallet. */
export function PayWithCoin({ chain, offer }: PayWithCoinProps) {
  const account = useWalletAccount()
  const quote = useCreateCoinQuote(chain)
  const [usd, setUsd] = useState<Usd>('')
  const microUsd = microUsdOf(usd)
  const { minimum_micro_usd: min, maximum_micro_usd: max } = offer
  const isWithin = microUsd >= min && microUsd <= max
  const range = `${formatMoney(min)} to ${formatMoney(max)}`
  const { symbol } = chain.chain.native_currency
  return (
    <div className={styles.stack}>
      <form
        className={styles.pay}
        onSubmit={(event) => {
          event.preventDefault()
          if (isWithin) quote.mutate(microUsd)
        }}
      >
        <UsdField
          label="Credit"
          description={range}
          decimalScale={2}
          value={usd}
          error={usd === '' || isWithin ? undefined : `Enter an amount of ${range}`}
          onChange={(value) => setUsd(typeof value === 'bigint' ? Number(value) : value)}
        />
        <Button type="submit" disabled={!isWithin} loading={quote.isPending}>
          {account === undefined ? 'Connect wallet and get a quote' : `Get a quote in ${symbol}`}
        </Button>
      </form>
      <p className={styles.note}>
        A quote holds for 60 seconds and one payment, from the wallet that is connected. Coins that
        are sent to an address by hand are not credited.
      </p>
      {quote.error && (
        <p className={styles.problem} role="alert">
          {coinProblem(quote.error)}
        </p>
      )}
      {quote.data && (
        <CoinQuoteCard
          key={quote.data.id}
          quote={quote.data}
          isRenewing={quote.isPending}
          renew={(of) => quote.mutate(of.micro_usd)}
          onFound={() => quote.reset()}
        />
      )}
    </div>
  )
}
