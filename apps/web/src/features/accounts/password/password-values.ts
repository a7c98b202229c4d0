import type { NewPassword } from '@gridloom/contract/auth/credentials'

/** The password form as it is typed. */
export interface PasswordValues {
  old_password: string
  new_password: string
  confirm: string
}

/** Whether a password is replaced, or a first one chosen. */
export type PresentPassword = 'changed' | 'none'

// The texts are the specification's, section 5.
const bothRequired = 'Both password fields are required'
const unequal = 'Passwords do not match'

/** What is wrong with the form, field by field. The server judges the new password itself. */
export function validatePassword(present: PresentPassword) {
  return {
    old_password: (text: string) => (present === 'none' || text ? null : 'Password is required'),
    new_password: (text: string) => (text ? null : bothRequired),
    confirm: (text: string, { new_password: wanted }: PasswordValues) => {
      if (!text) return bothRequired
      return text === wanted ? null : unequal
    },
  }
}

/** The form as the contract wants it. */
export function readPassword(values: PasswordValues, present: PresentPassword): NewPassword {
  const { old_password, new_password } = values
  return present === 'none' ? { new_password } : { old_password, new_password }
}
