import type { AccessCode } from '@gridloom/contract/operator/access-code'
import type { Tone } from '../../../ui/components/status-badge.tsx'

/** Returns whether an access code is still valid, as a word with its tone. */
export function codeState(
  { revoked_at, expires_at, uses, uses_max }: AccessCode,
  nowMs: number,
): { tone: Tone; word: string; works: boolean } {
  if (revoked_at !== null) return { tone: 'bad', word: 'Revoked', works: false }
  if (expires_at !== null && Date.parse(expires_at) <= nowMs)
    return { tone: 'idle', word: 'Expired', works: false }
  if (uses_max !== null && uses >= uses_max) return { tone: 'idle', word: 'Used up', works: false }
  return { tone: 'good', word: 'Active', works: true }
}
