import { hash, randomBytes, randomInt } from 'node:crypto'
import * as ids from '@gridloom/contract/core/ids'

/** Crockford's base 32 in lower case: no i, l, o, u. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Mints ids, tokens and hashes: the only source of randomness in the server. */
export interface Ids {
  mint<Kind extends ids.IdKind>(kind: Kind): ids.IdOf[Kind]
  /** An opaque secret of 256 bits in base64url. */
  secret(): string
  /** A label of 80 random bits: 16 lower-case characters, which DNS allows. */
  label(): string
  /** Random decimal digits, uniformly distributed; at most twelve. */
  digits(count: number): string
  /** A number in [0, 1), for jitter. */
  random(): number
}

/** Ids as ULIDs (48 bits of milliseconds, 80 random bits). Source: github.com/ulid/spec. */
export function systemIds(now: () => Date): Ids {
  const randomBytesOf = randomFromPool()
  return {
    mint: (kind) =>
      asIdOf(kind, `${ids.idPrefixes[kind]}_${ulid(now().getTime(), randomBytesOf(10))}`),
    secret: () => randomBytesOf(32).toString('base64url'),
    label: () => ulid(0, randomBytesOf(10)).slice(10),
    digits: (count) => String(randomInt(10 ** count)).padStart(count, '0'),
    random: () => randomBytesOf(4).readUInt32BE() / 2 ** 32,
  }
}

const poolBytes = 4_096

/** Returns random bytes from a pool, as each system call is expensive; no byte is returned twice. */
function randomFromPool(): (bytes: number) => Buffer {
  let pool = Buffer.alloc(0)
  return (bytes) => {
    if (pool.length < bytes) pool = randomBytes(poolBytes)
    const taken = pool.subarray(0, bytes)
    pool = pool.subarray(bytes)
    return taken
  }
}

/** Returns a ULID of 26 characters for a time and ten random bytes. */
export function ulid(timeMs: number, random: Uint8Array): string {
  const [first, second] = [numberOf(random.subarray(0, 5)), numberOf(random.subarray(5, 10))]
  return written(timeMs, 10) + written(first, 8) + written(second, 8)
}

/** Returns at most six bytes as a number, which represents them exactly. */
function numberOf(bytes: Uint8Array): number {
  return bytes.reduce((number, byte) => number * 256 + byte, 0)
}

/** Returns the last so many digits of a number in base 32. */
function written(number: number, digits: number): string {
  let text = ''
  for (let rest = number; text.length < digits; rest = Math.floor(rest / 32))
    text = alphabet.charAt(rest % 32) + text
  return text
}

/** Returns when an id was made: the first ten characters after its prefix are milliseconds since 1970. */
export function timeOf(id: string): Date {
  const written = id.slice(id.indexOf('_') + 1).slice(0, 10)
  let timeMs = 0
  for (const digit of written) timeMs = timeMs * 32 + alphabet.indexOf(digit)
  return new Date(timeMs)
}

/**
 * Returns the SHA-256 of a secret in hex, which is stored in its place. Secrets have 256 bits, so no salt is needed.
 */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** Named cast: the text was just made with the prefix of this kind. */
function asIdOf<Kind extends ids.IdKind>(_kind: Kind, text: string): ids.IdOf[Kind] {
  return text as ids.IdOf[Kind]
}
