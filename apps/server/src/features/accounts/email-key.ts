/** The key by which email addresses are compared: case and the composition of accents are ignored. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** A name to begin with: what stands before the @, at most 40 characters of it. */
export function usernameFrom(email: string): string {
  return email.trim().split('@')[0]?.slice(0, 40) ?? ''
}
