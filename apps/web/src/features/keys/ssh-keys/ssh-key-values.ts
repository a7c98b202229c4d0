/** The values of the SSH key form. */
export interface SshKeyValues {
  ssh_key: string
  name: string
}

const privateKey = /PRIVATE KEY|PuTTY-User-Key-File/

/** Validates the form. A private key is rejected here, because it must never leave the browser. */
export const validateSshKey = {
  ssh_key: (text: string) => {
    if (!text.trim()) return 'SSH key is required'
    return privateKey.test(text)
      ? 'This is a private key. Keep it secret and add the file ending in .pub instead.'
      : null
  },
}

/** Converts the form's values to the request body; without a name, the server uses the key's comment. */
export function readSshKey({ ssh_key: key, name }: SshKeyValues) {
  return { ssh_key: key.trim(), ...(name.trim() ? { name: name.trim() } : {}) }
}

/** Returns the comment at the end of a public key (`ada@laptop`), to suggest it as a name. */
export function commentOf(sshKey: string): string {
  const [, , ...comment] = sshKey.trim().split(/[ \t]+/)
  return comment.join(' ').slice(0, 80)
}
