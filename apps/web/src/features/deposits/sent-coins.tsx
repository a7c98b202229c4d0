import type { CoinQuote } from '@gridloom/contract/deposits/coin-quote'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { depositsQuery } from './api/deposit-queries.ts'
import { coinsOf } from './coin-words.ts'
import styles from './deposits.module.css'

/** After the last moment of a quote: its block may be read a little later. */
const patienceS = 20

interface SentCoinsProps {
  quote: CoinQuote
  /** Of the transaction. */
  hash: string
  leftS: number
  /** Gets a new quote. */
  again: ReactNode
  onFound: () => void
}

/** A payment that the wallet has sent, until it is in the list of deposits, or cannot be any more. */
export function SentCoins({ quote, hash, leftS, again, onFound }: SentCoinsProps) {
  const { data: deposits } = useQuery(depositsQuery(useClient()))
  const isFound = deposits?.some((one) => one.transaction_hash === hash.toLowerCase()) === true
  if (isFound)
    return (
      <div className={styles.beside}>
        <p className={styles.text} role="status">
          {coinsOf(quote)} arrived. Its confirmations are below.
        </p>
        <Button variant="default" onClick={onFound}>
          Make another deposit
        </Button>
      </div>
    )
  if (leftS > -patienceS)
    return (
      <p className={styles.text} role="status">
        Payment sent. It appears below once it is in a block.
      </p>
    )
  return (
    <>
      <p className={styles.warning} role="status">
        The payment is in no block yet. A block after the quote’s time refuses it: then your wallet
        shows it as failed, the coins are still yours, and only the network fee was spent.
      </p>
      {again}
    </>
  )
}
