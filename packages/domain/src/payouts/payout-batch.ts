/** keccak-256 of the code of the batch contract as it is on a chain (`packages/testkit/src/chain/payout-batch.sol`). */
export const payoutBatchCodeHash =
  '0xf601198597157c72c635ac41bb000f73e1b89c3fa794e322ecc8ddbab5878896'

/** The most payouts of a batch: the receipt, of up to four logs a payment, has less than 256 KiB. */
export const batchMax = 60

/** What the contract keeps for a payment and its loop, and what a transaction takes beyond that. */
const gasEach = 110_000n
const gasBeyond = 60_000n

/** The most gas of a transaction that pays so many payouts. */
export function batchGas(payouts: number): bigint {
  return gasBeyond + gasEach * BigInt(payouts)
}

/** How many payouts a batch may have so that it takes at most this much gas. */
export function batchWithin(gas: bigint): number {
  if (gas < gasBeyond) return 0
  return Number((gas - gasBeyond) / gasEach)
}

/** The parts of a receipt's log that are read, addresses in lower case. */
export interface BatchLog {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
}

/** A payment of a batch, as topic and data of its log. */
export interface BatchPayment {
  /** The recipient, as 32 bytes. */
  readonly to: string
  readonly units: bigint
}

export interface PaidBatch {
  /** In lower case. */
  readonly contract: string
  readonly token: string
  /** As 32 bytes. */
  readonly sender: string
  /** In the order of the call. */
  readonly payments: readonly BatchPayment[]
}

/** keccak-256 of `Failed(uint256)` and of `Transfer(address,address,uint256)`. */
const failedTopic = '0xc77ea6414b21b2cf2170f259ee35ec16a7cbf16eeace77cc3ae8c6d52556881a'
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/**
 * What became of each payment of a batch, by the logs of its receipt. Each transfer counts for one payment, in the order
 * of the call. `unclear`: the contract states no failure and the token no transfer, so it may have been paid.
 */
export function batchOutcomes(
  logs: readonly BatchLog[],
  { contract, token, sender, payments }: PaidBatch,
): ('paid' | 'failed' | 'unclear')[] {
  const failed = new Set(
    logs
      .filter(({ address, topics }) => address === contract && topics[0] === failedTopic)
      .map(({ topics }) => BigInt(topics[1] ?? -1)),
  )
  const transfers = logs.filter(
    ({ address, topics }) =>
      address === token && topics[0] === transferTopic && topics[1] === sender,
  )
  let next = 0
  return payments.map(({ to, units }, index) => {
    if (failed.has(BigInt(index))) return 'failed'
    const found = transfers.findIndex(
      ({ topics, data }, at) => at >= next && topics[2] === to && isAmount(data, units),
    )
    if (found === -1) return 'unclear'
    next = found + 1
    return 'paid'
  })
}

function isAmount(data: string, units: bigint): boolean {
  return /^0x[0-9a-f]{64}$/i.test(data) && BigInt(data) === units
}
