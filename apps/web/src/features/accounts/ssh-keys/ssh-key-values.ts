/** The form of a new SSH key as it is typed. */
export interface SshKeyValues {
  ssh_key: string
  name: string
}

const privateKey = /PRIVATE KEY|PuTTY-User-Key-File/

/** What is wrong with the form. A private key is stopped here: it must never leave the browser. */
export const validateSshKey = {
  ssh_key: (text: string) => {
    if (!text.trim()) return 'SSH key is required'
    return privateKey.test(text)
      ? 'This is a private key. Keep it secret and add the file ending in .pub instead.'
      : null
  },
}

/** The form as the contract wants it; without a name, the key's own comment becomes it. */
export function readSshKey({ ssh_key: key, name }: SshKeyValues) {
  return { ssh_key: key.trim(), ...(name.trim() ? { name: name.trim() } : {}) }
}

/** What stands behind a pasted key: `ada@laptop`; a name to suggest. */
export function commentOf(sshKey: string): string {
  const [, , ...comment] = sshKey.trim().split(/[ \t]+/)
  return comment.join(' ').slice(0, 80)
}
