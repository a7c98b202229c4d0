import type { User } from '@gridloom/contract/operator/user'
import type { Tone } from '../../../ui/components/status-badge.tsx'

/** Returns the status of an account, as a word with its tone. */
export function userStatus(user: Pick<User, 'suspended_at' | 'email_verified' | 'has_access'>): {
  tone: Tone
  word: string
} {
  if (user.suspended_at !== null) return { tone: 'bad', word: 'Suspended' }
  if (!user.email_verified) return { tone: 'idle', word: 'Email not verified' }
  return user.has_access
    ? { tone: 'good', word: 'Has access' }
    : { tone: 'idle', word: 'No access yet' }
}
