import type { Payout } from '@gridloom/contract/payouts/payout'
import styles from './payouts.module.css'

/** What a payout is made in. */
export function Currency({ payout }: { payout: Payout }) {
  const text =
    payout.method === 'wallet' ? `${payout.symbol} on ${payout.chain_name}` : 'US dollars'
  return <div className={styles.sub}>{text}</div>
}

/** The address with its words, the bank account, or the Stripe account. */
export function Target({ payout }: { payout: Payout }) {
  if (payout.method === 'bank')
    return (
      <>
        <div>{payout.iban}</div>
        <div className={styles.sub}>{payout.holder}</div>
      </>
    )
  if (payout.method === 'stripe')
    return (
      <>
        <div>Stripe account</div>
        <div className={styles.address}>{payout.stripe_account}</div>
      </>
    )
  return (
    <>
      <div className={styles.address}>{payout.address}</div>
      <div className={styles.sub}>{payout.address_words.join(' ')}</div>
    </>
  )
}

/** The transaction on the chain, with a link where its explorer is configured, or the transfer at Stripe. */
export function Transaction({ payout }: { payout: Payout }) {
  if (payout.method === 'stripe')
    return payout.transfer_id && <div className={styles.address}>{payout.transfer_id}</div>
  if (payout.method === 'bank' || payout.tx_hash === null) return null
  return payout.explorer_url === null ? (
    <div className={styles.address}>{payout.tx_hash}</div>
  ) : (
    <a href={payout.explorer_url} target="_blank" rel="noreferrer" className={styles.link}>
      Transaction
    </a>
  )
}
