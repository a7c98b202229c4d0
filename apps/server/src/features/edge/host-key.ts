import path from 'node:path'
import ssh2 from 'ssh2'
import { readOrMakeSecret } from '../../platform/secret-file.ts'
import { fingerprintOf } from '../../platform/ssh-wire.ts'

/** The key by which SSH clients recognise this installation. */
export interface HostKey {
  /** In OpenSSH's format. */
  readonly privateKey: string
  /** `SHA256:…`, as an SSH client shows it at the first connection. */
  readonly fingerprint: string
  /** `ssh-ed25519 AAAA…`, for `known_hosts`. */
  readonly publicKey: string
}

/** The file of the host key holds something else. The server does not start: clients would refuse another key. */
export class DamagedHostKey extends Error {
  override readonly name = 'DamagedHostKey'

  constructor(file: string, options: ErrorOptions) {
    super(`${file} is not an SSH key. Restore it, or delete it to make another.`, options)
  }
}

/**
 * Reads the host key of the data folder, made at the first start. Replicas that share an address must share it: a client
 * refuses to connect when it changes.
 */
export async function readHostKey(dataFolder: string): Promise<HostKey> {
  const file = path.join(dataFolder, 'ssh-host-ed25519-key.pem')
  const privateKey = await readOrMakeSecret(file, async () => {
    return ssh2.utils.generateKeyPairSync('ed25519').private
  })
  const parsed = ssh2.utils.parseKey(privateKey)
  if (parsed instanceof Error) throw new DamagedHostKey(file, { cause: parsed })
  const blob = parsed.getPublicSSH()
  return {
    privateKey,
    fingerprint: fingerprintOf(blob),
    publicKey: `${parsed.type} ${blob.toString('base64')}`,
  }
}
