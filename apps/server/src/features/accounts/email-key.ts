/** The key by which email addresses are compared: case and the composition of accents are ignored. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase()
}

/** The initial username: the part before the @, up to 40 characters. */
export function usernameFrom(email: string): string {
  return email.trim().split('@')[0]?.slice(0, 40) ?? ''
}
