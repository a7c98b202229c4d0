import ssh2 from 'ssh2'
import { isCertificateAlgorithm, readCertificate } from '../../platform/ssh-certificate.ts'
import { wireReader } from '../../platform/ssh-wire.ts'
import type { SshCredentials } from '../calls.ts'
import type { Signed } from './public-key.ts'

/** A key that a client presents, alone or in a certificate of ours. */
export interface PresentedKey {
  /** The algorithm of the key itself. */
  readonly algorithm: string
  /** The key itself, in SSH's binary format. */
  readonly key: Buffer
  readonly certificate: SshCredentials['certificate']
}

/** The authority whose certificates are trusted. */
export interface UserAuthority {
  readonly blob: Buffer
  verify(bytes: Buffer, signature: Buffer): boolean
}

/** Reads an authority's public key. @throws when it is none */
export function userAuthority(publicKey: string): UserAuthority {
  const parsed = ssh2.utils.parseKey(publicKey)
  if (parsed instanceof Error) throw parsed
  return {
    blob: parsed.getPublicSSH(),
    verify: (bytes, signature) => parsed.verify(bytes, signature) === true,
  }
}

/** Returns what a client presents; `undefined` for a certificate that is not ours, or not valid now. */
export function presentedKey(
  { algorithm, key }: Pick<Signed, 'algorithm' | 'key'>,
  { authority, now }: { authority: UserAuthority; now: Date },
): PresentedKey | undefined {
  if (!isCertificateAlgorithm(algorithm)) return { algorithm, key, certificate: null }
  const { blob, verify } = authority
  const nowS = BigInt(Math.floor(now.getTime() / 1_000))
  const read = readCertificate(key, { authority: blob, verify, nowS })
  if (read === undefined) return undefined
  const { keyId, principals } = read
  return { algorithm: read.algorithm, key: read.key, certificate: { keyId, principals } }
}

/**
 * The signature of a client that presented a certificate, as {@link Signed} has it: ssh2, which knows no certificates,
 * leaves it as it arrived. `undefined` where it is cut off.
 */
export function signatureBesideCertificate(
  algorithm: string,
  signature: Buffer,
): Pick<Signed, 'signature' | 'hash'> | undefined {
  const reader = wireReader(signature)
  const name = reader.take()?.toString('latin1')
  const bare = reader.take()
  if (name === undefined || bare === undefined) return undefined
  const hash = { 'rsa-sha2-256': 'sha256', 'rsa-sha2-512': 'sha512' }[name]
  if (algorithm.startsWith('ecdsa-')) return { signature: asn1Pair(bare), hash }
  // Devices add flags and a counter.
  return { signature: Buffer.concat([bare, reader.rest()]), hash }
}

/** The two numbers of an ECDSA signature as ASN.1; SSH's numbers have the same bytes as its integers. */
function asn1Pair(pair: Buffer): Buffer {
  const reader = wireReader(pair)
  const integers = [reader.take(), reader.take()].map((number = Buffer.alloc(0)) =>
    Buffer.concat([Buffer.from([0x02, number.length & 0xff]), number]),
  )
  const body = Buffer.concat(integers)
  const length = body.length < 0x80 ? [body.length] : [0x81, body.length & 0xff]
  return Buffer.concat([Buffer.from([0x30, ...length]), body])
}
