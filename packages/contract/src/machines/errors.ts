import { computerKeptForDays } from '../core/constants.ts'
import type { ErrorTexts } from '../core/error-texts.ts'

export const machinesErrors = {
  enrolment_token_invalid: {
    status: 400,
    text: 'This enrolment token is invalid, expired or already used. Create a new one on the Machines page.',
  },
  machine_refused: { status: 401, text: 'This machine is unknown or its key was revoked.' },
  machine_offline: { status: 409, text: 'The machine is offline.' },
  computer_enrolled: {
    status: 409,
    text: `This computer is already in use as a machine. Remove that machine first, or try again once it has been offline for ${computerKeptForDays} days.`,
  },
  machine_in_use: {
    status: 409,
    text: 'The machine still has {count} rented. Try again once nothing is rented.',
  },
} as const satisfies ErrorTexts
