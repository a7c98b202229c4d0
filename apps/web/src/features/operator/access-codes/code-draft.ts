import { operator } from '@gridloom/contract/operator/endpoints'
import { type Expiry, endOf, isOver } from '../../../shared/keys/expiry.ts'
import type { NewAccessCode } from '../api/make-access-code.ts'

/** The form of a new access code as typed. */
export interface CodeDraft {
  label: string
  way: 'random' | 'own'
  code: string
  /** Empty: unlimited. */
  uses_max: string | number
  expires_at: Expiry
}

export const newCodeDraft: CodeDraft = {
  label: '',
  way: 'random',
  code: '',
  uses_max: '',
  expires_at: { choice: 'never', date: '' },
}

const { label, code, uses_max } = operator.makeAccessCode.body.shape

/** Returns the problems by field, with the contract's texts. */
export function codeProblems(draft: CodeDraft, nowMs: number) {
  return {
    label: messageOf(label.safeParse(draft.label)),
    code: draft.way === 'own' ? messageOf(code.unwrap().safeParse(draft.code)) : null,
    uses_max:
      draft.uses_max === '' || uses_max.safeParse(Number(draft.uses_max)).success
        ? null
        : 'Enter a whole number from 1 to 1,000,000',
    expires_at: problemOfEnd(draft.expires_at, nowMs),
  }
}

/** Converts the form to the contract's shape. */
export function readCodeDraft(draft: CodeDraft, nowMs: number): NewAccessCode {
  return {
    label: draft.label.trim(),
    ...(draft.way === 'own' ? { code: draft.code.trim() } : {}),
    uses_max: draft.uses_max === '' ? null : Number(draft.uses_max),
    expires_at: endOf(draft.expires_at, nowMs) ?? null,
  }
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
