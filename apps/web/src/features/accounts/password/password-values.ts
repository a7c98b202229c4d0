import type { NewPassword } from '@gridloom/contract/auth/credentials'

/** The values of the password form. */
export interface PasswordValues {
  old_password: string
  new_password: string
  confirm: string
}

/** Whether the form changes a password or sets the first one. */
export type PresentPassword = 'changed' | 'none'

// Error texts of the specification, section 5.
const bothRequired = 'Both password fields are required'
const unequal = 'Passwords do not match'

/** Validates the form field by field. Only the server checks the strength of the new password. */
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

/** Converts the form's values to the request body. */
export function readPassword(values: PasswordValues, present: PresentPassword): NewPassword {
  const { old_password, new_password } = values
  return present === 'none' ? { new_password } : { old_password, new_password }
}
