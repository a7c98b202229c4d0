import type {
  ConfiguredPayoutBank,
  ConfiguredPayoutSource,
  PayoutPolicy,
} from '../../payout-config.ts'
import type { ConfiguredPayoutStripe } from '../../payout-stripe-config.ts'
import type { ChainRpc } from '../../platform/chains/chain-rpcs.ts'
import type { VatChecksCtx } from '../vat-checks/index.ts'
import type { ConnectProcessor } from './connect/connect-processor.ts'

type Hex = `0x${string}`

/** What a transaction does: a contract, the data of the call, and the most gas. */
export interface ContractCall {
  readonly to: string
  readonly data: Hex
  readonly gas: bigint
}

/** A call that is to be signed. */
export interface CallToSign extends ContractCall {
  readonly nonce: number
  readonly maxFee: bigint
  readonly priorityFee: bigint
}

/** A stablecoin that payouts are made in, ready to sign. */
export interface Source extends ConfiguredPayoutSource {
  readonly rpc: ChainRpc
  /** The address that it is sent from, in lower case. */
  readonly sender: string
  /** Signs a call; needs no network. Resolves with the bytes to send and their hash. */
  sign(call: CallToSign): Promise<{ raw: Hex; hash: Hex }>
}

/** Payouts by Stripe as the operator set them up. */
export interface StripePayouts extends ConfiguredPayoutStripe {
  readonly processor: ConnectProcessor
}

export interface PayoutSetup {
  readonly sources: readonly Source[]
  /** The bank account that payouts are made from. */
  readonly bank: ConfiguredPayoutBank | null
  readonly stripe: StripePayouts | null
  readonly policy: PayoutPolicy
}

/** The context of this feature. */
export interface PayoutsCtx extends VatChecksCtx {
  readonly payoutSetup: PayoutSetup
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}
