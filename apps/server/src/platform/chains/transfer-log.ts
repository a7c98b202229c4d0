/** keccak256 of `Transfer(address,address,uint256)`, the first topic of a transfer's log. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** An address as an argument or topic of 32 bytes, in lower case. */
export function padded(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}
