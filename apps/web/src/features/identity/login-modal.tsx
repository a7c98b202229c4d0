/** Placeholder face. */
export function LoginModal() {
  return null
}
