import type { MicroUsd } from '@gridloom/contract/core/values'
import { multiplyDivide } from '@gridloom/domain/money'

/** Our share of captured money, in percent. The provider gets the rest. */
export const platformFeePercent = 10

/** Splits a captured amount; the fee is rounded down, in the provider's favour. */
export function splitFee(microUsd: MicroUsd): { feeMicroUsd: MicroUsd; earnedMicroUsd: MicroUsd } {
  const feeMicroUsd = multiplyDivide(microUsd, platformFeePercent, 100n)
  return { feeMicroUsd, earnedMicroUsd: microUsd - feeMicroUsd }
}
