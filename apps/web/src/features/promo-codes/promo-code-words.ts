import type {
  PromoCode,
  PromoCodeState,
  PromoTerms,
} from '@gridloom/contract/promo-codes/promo-code'
import type { Tone } from '../../ui/components/status-badge.tsx'
import { plural } from '../../ui/format/numbers.ts'
import { formatDayAndTime } from '../../ui/format/times.ts'

const states: Record<PromoCodeState, { tone: Tone; word: string }> = {
  active: { tone: 'good', word: 'Active' },
  scheduled: { tone: 'idle', word: 'Scheduled' },
  paused: { tone: 'warn', word: 'Paused' },
  expired: { tone: 'idle', word: 'Expired' },
  used_up: { tone: 'idle', word: 'Used up' },
  revoked: { tone: 'bad', word: 'Revoked' },
}

/** The state of a promo code as a word with its tone. */
export function promoState({ state }: PromoCode): { tone: Tone; word: string } {
  return states[state]
}

/** The conditions of a code, a sentence each. */
export function conditionsOf(terms: PromoTerms): string[] {
  const { new_accounts_days: days, once_per_mailbox, valid_until } = terms
  return [
    'It is spent last, and cannot be transferred or paid out.',
    once_per_mailbox ? 'Once per person.' : 'Once per account.',
    ...(days === null ? [] : [`For accounts that are at most ${plural(days, 'day')} old.`]),
    ...(valid_until === null ? [] : [`Valid until ${formatDayAndTime(valid_until)}.`]),
  ]
}
