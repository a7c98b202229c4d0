import ssh2, { type ParsedKey } from 'ssh2'
import { readOrMakeSecret } from './secret-file.ts'
import { fingerprintOf } from './ssh-wire.ts'

/** An Ed25519 key of this installation in a file of its own. */
export interface SshKeyFile {
  /** In OpenSSH's format. */
  readonly privateKey: string
  /** `SHA256:…`, as an SSH client shows it at the first connection. */
  readonly fingerprint: string
  /** `ssh-ed25519 AAAA…`, for `known_hosts`. */
  readonly publicKey: string
  /** The public key in SSH's binary format. */
  readonly publicBlob: Buffer
  /** Returns the 64 bytes of a signature. */
  sign(bytes: Buffer): Buffer
}

/** The file of a key holds something else. The server does not start: clients would refuse another key. */
export class DamagedSshKey extends Error {
  override readonly name = 'DamagedSshKey'

  constructor(file: string, options: ErrorOptions) {
    super(`${file} is not an SSH key. Restore it, or delete it to make another.`, options)
  }
}

/**
 * Reads a key, made at the first start. Replicas that share an address must share it: clients refuse to connect when a
 * host key changes.
 * @throws DamagedSshKey
 */
export async function readSshKeyFile(file: string): Promise<SshKeyFile> {
  const privateKey = await readOrMakeSecret(file, async () => {
    return ssh2.utils.generateKeyPairSync('ed25519').private
  })
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error) throw new DamagedSshKey(file, { cause: parsed })
  const publicBlob = parsed.getPublicSSH()
  return {
    privateKey,
    publicBlob,
    fingerprint: fingerprintOf(publicBlob),
    publicKey: `${parsed.type} ${publicBlob.toString('base64')}`,
    sign: (bytes) => signatureOf(parsed, bytes, file),
  }
}

function signatureOf(key: ParsedKey, bytes: Buffer, file: string): Buffer {
  const signature = key.sign(bytes)
  if (Buffer.isBuffer(signature)) return signature
  throw new DamagedSshKey(file, { cause: signature })
}
