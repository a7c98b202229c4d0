/**
 * The CPU kernel, in blocks that the compiler cannot fold away: each turn does eight integer
 * operations (a 32-bit xorshift and a multiply-add; Marsaglia, "Xorshift RNGs", 2003) and four
 * floating-point ones (two dependent multiply-adds).
 */
export const operationsPerTurn = 12
export const turnsPerBlock = 2_000_000

/** Runs one block from a state and returns the next state. */
export function runBlock(state: { integer: number; float: number }) {
  let { integer, float } = state
  let mixed = 0
  for (let turn = 0; turn < turnsPerBlock; turn += 1) {
    integer ^= integer << 13
    integer ^= integer >>> 17
    integer ^= integer << 5
    mixed = (Math.imul(mixed, 1_664_525) + integer) | 0
    float = float * 0.999_999 + 0.5
    float = float * 1.000_000_1 - 0.25
  }
  return { integer: integer ^ (mixed & 1), float: float + (mixed & 1) }
}

/** Bytes of each of the two blocks between which the memory kernel copies: larger than usual caches. */
export const copyBytes = 64 * 1024 * 1024
