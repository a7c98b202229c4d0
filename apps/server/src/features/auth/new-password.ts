import { Refused } from '@gridloom/contract/errors'
import { isCommonPassword } from './common-passwords.ts'

/** Refuses a password that everybody guesses first. @throws Refused `invalid_input`, at the field it was typed into */
export function refuseCommon(
  password: string,
  { email, field }: { email: string; field: 'password' | 'new_password' },
): void {
  if (!isCommonPassword(password, { email })) return
  throw new Refused('invalid_input', { fields: { [field]: 'This password is too common' } })
}
