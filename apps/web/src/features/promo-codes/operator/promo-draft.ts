import { NewPromoCode } from '@gridloom/contract/promo-codes/promo-code'
import { type Expiry, endOf, isOver } from '../../../shared/keys/expiry.ts'
import { microUsdOf, type Usd } from '../../../ui/format/usd.ts'
import type { NewPromoCodeBody } from '../promo-codes-api.ts'

/** The form of a new promo code as typed. */
export interface PromoDraft {
  label: string
  /** Empty: random. */
  code: string
  usd: Usd
  uses_max: string | number
  terms: string
  expires_at: Expiry
  /** Empty: all accounts. */
  new_accounts_days: string | number
  once_per_mailbox: boolean
}

export const newPromoDraft: PromoDraft = {
  label: '',
  code: '',
  usd: '',
  uses_max: '',
  terms: '',
  expires_at: { choice: '30', date: '' },
  new_accounts_days: '',
  once_per_mailbox: true,
}

const { label, code, amount_micro_usd, uses_max, new_accounts_days } = NewPromoCode.shape

/** Returns the problems by field. */
export function promoProblems(draft: PromoDraft, nowMs: number) {
  return {
    label: messageOf(label.safeParse(draft.label)),
    code: draft.code.trim() === '' ? null : messageOf(code.safeParse(draft.code)),
    usd: amount_micro_usd.safeParse(microUsdOf(draft.usd)).success
      ? null
      : 'Enter an amount up to $10,000',
    uses_max: uses_max.safeParse(numberOf(draft.uses_max)).success
      ? null
      : 'Enter a whole number from 1 to 1,000,000',
    new_accounts_days: new_accounts_days.safeParse(numberOf(draft.new_accounts_days)).success
      ? null
      : 'Enter a whole number of days, or leave empty',
    expires_at: problemOfEnd(draft.expires_at, nowMs),
  }
}

/** Converts the form to the contract's shape. */
export function readPromoDraft(draft: PromoDraft, nowMs: number): NewPromoCodeBody {
  const text = draft.code.trim()
  return {
    label: draft.label.trim(),
    ...(text === '' ? {} : { code: text }),
    amount_micro_usd: microUsdOf(draft.usd),
    uses_max: Number(draft.uses_max),
    terms: draft.terms.trim(),
    valid_until: endOf(draft.expires_at, nowMs) ?? null,
    new_accounts_days: numberOf(draft.new_accounts_days),
    once_per_mailbox: draft.once_per_mailbox,
  }
}

function numberOf(typed: string | number): number | null {
  return typed === '' ? null : Number(typed)
}

function problemOfEnd(expiry: Expiry, nowMs: number): string | null {
  const end = endOf(expiry, nowMs)
  if (end === undefined) return 'Choose a date'
  return isOver(end, nowMs) ? 'Choose a time in the future' : null
}

interface Parsed {
  success: boolean
  error?: { issues: readonly { message: string }[] } | undefined
}

function messageOf({ success, error }: Parsed): string | null {
  return success ? null : (error?.issues[0]?.message ?? 'Invalid value')
}
