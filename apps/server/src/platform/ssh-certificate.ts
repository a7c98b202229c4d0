import { type WireReader, wireReader, wireString, wireUint32, wireUint64 } from './ssh-wire.ts'

/** What a user certificate says. Source: OpenSSH, PROTOCOL.certkeys. */
export interface UserCertificate {
  /** The algorithm of its key, such as `ssh-ed25519`. */
  readonly algorithm: string
  /** The key that signs in, in SSH's binary format. */
  readonly key: Buffer
  readonly serial: bigint
  /** Free text of its authority; ours names the user and the session. */
  readonly keyId: string
  readonly principals: readonly string[]
  /** Seconds since 1970: from the first, and before the second. */
  readonly validAfterS: bigint
  readonly validBeforeS: bigint
}

/** An authority that signs certificates with Ed25519. */
export interface CertificateAuthority {
  /** Its public key, in SSH's binary format. */
  readonly publicBlob: Buffer
  sign(bytes: Buffer): Buffer
}

const suffix = '-cert-v01@openssh.com'
const userCertificate = 1
const principalsMax = 256
/** OpenSSH grants nothing that is not named here; order is by name, as it requires. */
const extensions = ['permit-agent-forwarding', 'permit-port-forwarding', 'permit-pty']

/** The number of `string` fields of a key after its type. */
const keyFields: Readonly<Record<string, number>> = {
  'ssh-ed25519': 1,
  'ssh-rsa': 2,
  'ecdsa-sha2-nistp256': 2,
  'ecdsa-sha2-nistp384': 2,
  'ecdsa-sha2-nistp521': 2,
  'sk-ssh-ed25519@openssh.com': 2,
  'sk-ecdsa-sha2-nistp256@openssh.com': 3,
}

/** Whether an algorithm is that of a certificate. */
export function isCertificateAlgorithm(algorithm: string): boolean {
  return algorithm.endsWith(suffix)
}

/** The name of a certificate's type: `sk-…@openssh.com` loses its domain. */
function certificateType(algorithm: string): string {
  return `${algorithm.replace(/@openssh\.com$/, '')}${suffix}`
}

/** Signs a certificate of a key. Returns it in SSH's binary format. */
export function signCertificate(
  { algorithm, key, serial, keyId, principals, validAfterS, validBeforeS }: UserCertificate,
  { authority, nonce }: { authority: CertificateAuthority; nonce: Buffer },
): Buffer {
  const fields = wireReader(key)
  fields.take()
  const body = Buffer.concat([
    wireString(certificateType(algorithm)),
    wireString(nonce),
    fields.rest(),
    ...[wireUint64(serial), wireUint32(userCertificate), wireString(keyId)],
    wireString(Buffer.concat(principals.map(wireString))),
    ...[wireUint64(validAfterS), wireUint64(validBeforeS)],
    // No critical options; extensions without values; reserved.
    wireString(''),
    wireString(Buffer.concat(extensions.flatMap((name) => [wireString(name), wireString('')]))),
    wireString(''),
    wireString(authority.publicBlob),
  ])
  const signature = [wireString('ssh-ed25519'), wireString(authority.sign(body))]
  return Buffer.concat([body, wireString(Buffer.concat(signature))])
}

interface SignedBy {
  /** The only authority that is trusted. */
  readonly authority: Buffer
  /** Whether the authority signed these bytes. */
  verify(bytes: Buffer, signature: Buffer): boolean
  readonly nowS: bigint
}

/**
 * Reads a user certificate of our authority, valid now. `undefined` for every other: of hosts, of other authorities, with
 * a critical option (none is known here), too early, too late, or changed by a bit.
 */
export function readCertificate(
  blob: Buffer,
  { authority, verify, nowS }: SignedBy,
): UserCertificate | undefined {
  const reader = wireReader(blob)
  const type = text(reader)
  const algorithm = Object.keys(keyFields).find((name) => certificateType(name) === type)
  if (algorithm === undefined || reader.take() === undefined) return undefined
  const fields = Array.from({ length: keyFields[algorithm] ?? 0 }, () => reader.take())
  const serial = reader.uint64()
  const kind = reader.uint32()
  const keyId = text(reader)
  const principals = stringsIn(reader.take())
  const validAfterS = reader.uint64()
  const validBeforeS = reader.uint64()
  const critical = reader.take()
  const [_extensions, _reserved] = [reader.take(), reader.take()]
  const signer = reader.take()
  const signed = blob.subarray(0, blob.length - reader.left())
  const signature = reader.take()
  if (signature === undefined || reader.left() > 0 || !fields.every(Buffer.isBuffer))
    return undefined
  if (serial === undefined || validAfterS === undefined || validBeforeS === undefined)
    return undefined
  if (kind !== userCertificate || critical?.length !== 0 || !signer?.equals(authority))
    return undefined
  if (keyId === undefined || principals === undefined || principals.length === 0) return undefined
  if (nowS < validAfterS || nowS >= validBeforeS) return undefined
  const [how, bare] = [wireReader(signature), wireReader(signature)]
  if (text(how) !== 'ssh-ed25519' || bare.take() === undefined) return undefined
  const bytes = bare.take()
  if (bytes === undefined || bare.left() > 0 || !verify(signed, bytes)) return undefined
  const key = Buffer.concat([
    wireString(algorithm),
    ...fields.map((each) => wireString(each ?? '')),
  ])
  return { algorithm, key, serial, keyId, principals, validAfterS, validBeforeS }
}

function text(reader: WireReader): string | undefined {
  return reader.take()?.toString('utf8')
}

function stringsIn(list: Buffer | undefined): string[] | undefined {
  if (list === undefined) return undefined
  const reader = wireReader(list)
  const strings: string[] = []
  while (reader.left() > 0) {
    const next = text(reader)
    if (next === undefined || strings.length === principalsMax) return undefined
    strings.push(next)
  }
  return strings
}
