/** Why a file cannot be used at all. */
export const brokenCodes = [
  'empty',
  'not_a_blend',
  'truncated',
  'no_dna',
  'damaged',
  'bomb',
  'too_complex',
  'unsupported',
  'zip_damaged',
  'zip_without_blend',
  'zip_too_many_blends',
  'zip_too_many_files',
  'zip_unsafe_path',
  'zip_link',
  'zip_encrypted',
  'zip_duplicate',
] as const
export type BrokenCode = (typeof brokenCodes)[number]

/** The upload cannot be used. `message` is for its user; `cause` is for us. */
export class SceneBroken extends Error {
  override readonly name = 'SceneBroken'
  readonly code: BrokenCode

  constructor(code: BrokenCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }

  /** The same error for one file in a zip. */
  within(path: string): SceneBroken {
    return new SceneBroken(this.code, `“${path}”: ${this.message}`, { cause: this })
  }
}
