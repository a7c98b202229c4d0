/** A transfer of a token, or a payment in the chain's coin, as its log states it. Texts are in lower case. */
export interface Transfer {
  readonly token: string
  readonly from: string
  readonly to: string
  /** The quote that a payment in the chain's coin names; `null`: a token. */
  readonly quote: string | null
  readonly amount: bigint
  readonly txHash: string
  /** Of the transaction's transfers of this token to this address, or of its payments of this quote, from 0. */
  readonly ordinal: number
  readonly height: number
  readonly blockHash: string
}

/** The same as its log alone states it, with the place of the log in its block. */
export type FoundTransfer = Omit<Transfer, 'ordinal'> & { readonly logIndex: number }
