import { cbc } from '@noble/ciphers/aes.js'
import { type Bytes, bytesFrom } from './bytes.ts'
import { SealingError } from './sealing-error.ts'

/** The size of an AES block and of the initialisation vector. */
export const blockBytes = 16
/** 128, 192 and 256 bits, for which AES has 10, 12 and 14 rounds. Source: FIPS 197, table 3. */
const keyBytes: readonly number[] = [16, 24, 32]

/** Key and vector of an encryption; the vector is new for each text. */
export interface CbcParameters {
  /** 16, 24 or 32 bytes. */
  key: Bytes
  /** 16 bytes. */
  iv: Bytes
}

/**
 * AES in CBC mode over whole blocks, without padding. Source: NIST SP 800-38A, 6.2.
 * @throws {SealingError} for a key, vector or plaintext of a wrong size, or invalid bytes
 */
export function encryptCbc(parameters: CbcParameters, plaintext: Bytes): Uint8Array {
  const cipher = cipherOf(parameters)
  return cipher.encrypt(wholeBlocks(plaintext, 'plaintext_size'))
}

/**
 * Reverses {@link encryptCbc}. It does not authenticate the text: check its HMAC first.
 * @throws {SealingError} for a key, vector or ciphertext of a wrong size, or invalid bytes
 */
export function decryptCbc(parameters: CbcParameters, ciphertext: Bytes): Uint8Array {
  const cipher = cipherOf(parameters)
  return cipher.decrypt(wholeBlocks(ciphertext, 'ciphertext_size'))
}

/**
 * The bytes of a key.
 * @throws {SealingError} `key_size`, `byte_value` or `array_like`
 */
export function keyFrom(given: Bytes): Uint8Array {
  const key = bytesFrom(given)
  if (!keyBytes.includes(key.length)) throw new SealingError('key_size')
  return key
}

function cipherOf({ key, iv }: CbcParameters) {
  const checkedKey = keyFrom(key)
  const checkedIv = bytesFrom(iv)
  if (checkedIv.length !== blockBytes) throw new SealingError('iv_size')
  return cbc(checkedKey, checkedIv, { disablePadding: true })
}

function wholeBlocks(text: Bytes, problem: 'plaintext_size' | 'ciphertext_size'): Uint8Array {
  const bytes = bytesFrom(text)
  if (bytes.length % blockBytes !== 0) throw new SealingError(problem)
  return bytes
}
