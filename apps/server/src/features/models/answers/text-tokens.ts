/** The length of text that is counted by character; beyond it, each byte counts as a token. */
const unitsMax = 64 * 1024
const charsPerToken = 2

/**
 * Returns the most tokens of a text for a model whose tokenizer is unknown: two letters of a word, or one of anything
 * else, and each byte of other scripts. Real tokenizers have 4 to 5 letters in a token of prose, and 3 in one of code;
 * none splits words into less than this, other than random ones.
 */
export function tokensAtMost(text: string): number {
  const units = Math.min(text.length, unitsMax)
  let tokens = text.length > units ? Buffer.byteLength(text.slice(units)) : 0
  let chars = 0
  for (let at = 0; at < units; at++) {
    const code = text.charCodeAt(at)
    if (isLower(code) || isUpper(code)) {
      if (isUpper(code) && isLower(text.charCodeAt(at - 1))) {
        tokens += Math.ceil(chars / charsPerToken)
        chars = 0
      }
      chars += 1
      continue
    }
    tokens += Math.ceil(chars / charsPerToken) + tokensOf(code, text.charCodeAt(at + 1))
    chars = 0
  }
  return tokens + Math.ceil(chars / charsPerToken)
}

/** A space belongs to the word behind it. */
function tokensOf(code: number, next: number): number {
  if (code === 0x20 && (isLower(next) || isUpper(next))) return 0
  if (code < 0x80) return 1
  // A character of four bytes is two units of UTF-16.
  return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3
}

function isLower(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

function isUpper(code: number): boolean {
  return code >= 0x41 && code <= 0x5a
}

/** More than texts have in a token, so that an estimate by it is too low rather than too high. */
const bytesPerUncountedToken = 6

/** Returns the tokens that are charged for a text that neither its engine nor our tokenizer counted. */
export function uncountedTokens(bytes: number): number {
  return Math.ceil(bytes / bytesPerUncountedToken)
}
