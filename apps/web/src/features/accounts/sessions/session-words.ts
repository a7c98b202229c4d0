import type { Session, SessionOrigin } from '@gridloom/contract/auth/session'
import { readBrowser } from '../../../ui/format/browser-words.ts'

/** Labels for how a session was started. */
export const originWords: Record<SessionOrigin, string> = {
  password: 'with the password',
  code: 'with an email code',
  provider: 'with a sign-in provider',
  passkey: 'with a passkey',
  wallet: 'with a wallet',
  extension: 'browser extension',
}

/** Guesses the kind of device from the user agent. */
export function deviceOf({
  origin,
  user_agent: userAgent,
}: Pick<Session, 'origin' | 'user_agent'>): 'phone' | 'desktop' | 'program' | 'extension' {
  if (origin === 'extension') return 'extension'
  const { program, system } = readBrowser(userAgent)
  if (system === 'iPhone' || system === 'iPad' || system === 'Android') return 'phone'
  return program !== undefined && system === undefined ? 'program' : 'desktop'
}
