import type { BasisPoints, MicroUsd } from '@gridloom/contract/core/values'
import { multiplyDivide } from './money.ts'

const wholeBasisPoints = 10_000n

/**
 * Splits a charge into the platform's fee and the provider's earnings. The fee is rounded down, in the provider's
 * favour, and both always add up to the charge.
 */
export function splitFee(
  microUsd: MicroUsd,
  fee: BasisPoints,
): { feeMicroUsd: MicroUsd; earnedMicroUsd: MicroUsd } {
  const feeMicroUsd = multiplyDivide(microUsd, fee, wholeBasisPoints)
  return { feeMicroUsd, earnedMicroUsd: microUsd - feeMicroUsd }
}

/** Formats a fee as a percentage: 1000 is `10%`, 250 is `2.5%`. */
export function formatFee(fee: BasisPoints): string {
  return `${fee / 100}%`
}
