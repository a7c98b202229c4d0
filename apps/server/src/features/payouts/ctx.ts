import type {
  ConfiguredPayoutBank,
  ConfiguredPayoutSource,
  PayoutPolicy,
} from '../../payout-config.ts'
import type { ChainRpc } from '../../platform/chains/chain-rpcs.ts'
import type { VatChecksCtx } from '../vat-checks/index.ts'

type Hex = `0x${string}`

/** A transfer that is to be signed. */
export interface TransferToSign {
  readonly nonce: number
  readonly to: string
  readonly units: bigint
  readonly maxFee: bigint
  readonly priorityFee: bigint
}

/** A stablecoin that payouts are made in, ready to sign. */
export interface Source extends ConfiguredPayoutSource {
  readonly rpc: ChainRpc
  /** The address that it is sent from, in lower case. */
  readonly sender: string
  /** Signs a transfer; needs no network. Resolves with the bytes to send and their hash. */
  sign(transfer: TransferToSign): Promise<{ raw: Hex; hash: Hex }>
}

export interface PayoutSetup {
  readonly sources: readonly Source[]
  /** The bank account that payouts are made from. */
  readonly bank: ConfiguredPayoutBank | null
  readonly policy: PayoutPolicy
}

/** The context of this feature. */
export interface PayoutsCtx extends VatChecksCtx {
  readonly payoutSetup: PayoutSetup
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}
