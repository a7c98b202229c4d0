/** Fees of a transaction, in wei for a unit of gas (EIP-1559). */
export interface GasFees {
  readonly maxFee: bigint
  readonly priorityFee: bigint
}

/** Fees that a block of this base fee takes soon, within a cap; `undefined`: the cap is below what it takes now. */
export function feesWithin(
  { baseFee, priorityFee }: { baseFee: bigint; priorityFee: bigint },
  cap: bigint,
): GasFees | undefined {
  if (baseFee + priorityFee > cap) return undefined
  const wanted = 2n * baseFee + priorityFee
  return { maxFee: wanted < cap ? wanted : cap, priorityFee }
}

/**
 * Fees that replace a transaction of the same nonce: nodes accept 10 % more in both, or nothing. `undefined`: the cap does
 * not allow them.
 */
export function replacingFees(last: GasFees, now: GasFees, cap: bigint): GasFees | undefined {
  const maxFee = larger(raised(last.maxFee), now.maxFee)
  const priorityFee = larger(raised(last.priorityFee), now.priorityFee)
  return maxFee > cap ? undefined : { maxFee, priorityFee }
}

/** An eighth more, rounded up. */
function raised(fee: bigint): bigint {
  return fee + fee / 8n + 1n
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
