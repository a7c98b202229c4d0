import { Refused } from '@gridloom/contract/errors'
import { isCommonPassword } from './common-passwords.ts'

/** Rejects a common password. @throws Refused `invalid_input` at the given field */
export function refuseCommon(
  password: string,
  { email, field }: { email: string; field: 'password' | 'new_password' },
): void {
  if (!isCommonPassword(password, { email })) return
  throw new Refused('invalid_input', { fields: { [field]: 'This password is too common' } })
}
