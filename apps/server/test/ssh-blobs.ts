/** A `string` of the SSH wire form (RFC 4251, section 5). */
export function wireString(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value)
  const head = Buffer.alloc(4)
  head.writeUInt32BE(bytes.length)
  return Buffer.concat([head, bytes])
}

/** A line of a .pub file with these parts as its blob. */
export function sshLine(label: string, parts: readonly (string | Buffer)[], comment = ''): string {
  const blob = Buffer.concat(parts.map(wireString))
  return `${label} ${blob.toString('base64')}${comment === '' ? '' : ` ${comment}`}`
}

/** A public key of 32 bytes without a private key; `seed` distinguishes keys. */
export function anEd25519Line(seed = 1, comment = 'ada@box'): string {
  return sshLine('ssh-ed25519', ['ssh-ed25519', Buffer.alloc(32, seed)], comment)
}
