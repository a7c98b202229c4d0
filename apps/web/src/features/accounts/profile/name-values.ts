import { ProfileChange } from '@gridloom/contract/accounts/profile'

/** The values of the name form; an empty name means none. */
export interface NameValues {
  name: string
  username: string
}

/** Validates the form field by field. */
export const validateNames = {
  username: (username: string) =>
    ProfileChange.shape.username.safeParse(username).error?.issues[0]?.message ?? null,
}

/** Converts the form's values to the request body. */
export function nameChange({ name, username }: NameValues): ProfileChange {
  return { name: name.trim() || null, username: username.trim() }
}
