import { z } from 'zod'

/** A number in the hexadecimal form of JSON-RPC. */
export const Quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,13}$/)
  .transform(Number)

/** The same as text. */
export function hexOf(value: number): string {
  return `0x${value.toString(16)}`
}

/** A number of 256 bits as the result of a contract. `undefined`: the contract returned something else. */
export function wordIn(result: unknown): bigint | undefined {
  return typeof result === 'string' && /^0x[0-9a-fA-F]{64}$/.test(result)
    ? BigInt(result)
    : undefined
}
