/** The closed list of caller errors, with the texts that wallets use (`initialation` is theirs). */
export const sealingTexts = {
  key_size: 'invalid key size (must be 16, 24 or 32 bytes)',
  iv_size: 'invalid initialation vector size (must be 16 bytes)',
  plaintext_size: 'invalid plaintext size (must be multiple of 16 bytes)',
  ciphertext_size: 'invalid ciphertext size (must be multiple of 16 bytes)',
  byte_value: 'Array contains invalid value',
  array_like: 'unsupported array-like object',
  key_missing: 'Missing key: required for decryption',
} as const
export type SealingProblem = keyof typeof sealingTexts

/** Thrown for input that cannot be encrypted or decrypted with; the message is the problem's text. */
export class SealingError extends Error {
  override readonly name = 'SealingError'
  readonly problem: SealingProblem

  constructor(problem: SealingProblem) {
    super(sealingTexts[problem])
    this.problem = problem
  }
}
