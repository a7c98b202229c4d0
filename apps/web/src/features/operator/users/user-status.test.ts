import { expect, it } from 'vitest'
import { aUser } from '../../../testing/company-samples.ts'
import { secondsBefore } from '../../../testing/samples.ts'
import { userStatus } from './user-status.ts'

it.each([
  [{}, 'Has access'],
  [{ has_access: false }, 'No access yet'],
  [{ has_access: false, email_verified: false }, 'Email not verified'],
  [{ suspended_at: secondsBefore(1), email_verified: false }, 'Suspended'],
])('an account with %j has the status "%s"', (parts, word) => {
  expect(userStatus(aUser(parts)).word).toBe(word)
})
