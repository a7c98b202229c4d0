/** The host key of an instance, and the user that its server lets in. */
export interface HostKey {
  /** `ssh-ed25519 AAAA…`. */
  publicKey: string
  user: string
}

const line = /^(ins_[0-9a-z]{26}) (ssh-ed25519 [A-Za-z0-9+/]{68}) user=([A-Za-z_][\w.-]{0,63})$/

/** Reads the lines that {@link knownHostsText} writes; others are left out. */
export function hostKeysIn(text: string): Map<string, HostKey> {
  const keys = new Map<string, HostKey>()
  for (const each of text.split('\n')) {
    const [, id, publicKey, user] = line.exec(each) ?? []
    if (id !== undefined && publicKey !== undefined && user !== undefined)
      keys.set(id, { publicKey, user })
  }
  return keys
}

/** Writes a file that OpenSSH reads as known_hosts: the user name is a comment to it. */
export function knownHostsText(keys: ReadonlyMap<string, HostKey>): string {
  return [...keys].map(([id, key]) => `${lineOf(id, key)}\n`).join('')
}

/**
 * Whether a key and its user have the form that our files have. A hostile machine may report others, with line breaks and
 * settings of its own for the user's computer.
 */
export function isPlainKey(id: string, key: HostKey): boolean {
  return line.test(lineOf(id, key))
}

function lineOf(id: string, { publicKey, user }: HostKey): string {
  return `${id} ${publicKey} user=${user}`
}
