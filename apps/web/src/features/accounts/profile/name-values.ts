import { ProfileChange } from '@gridloom/contract/accounts/profile'

/** The name form as it is typed; an empty name is none. */
export interface NameValues {
  name: string
  username: string
}

/** What is wrong with the form, field by field. */
export const validateNames = {
  username: (username: string) =>
    ProfileChange.shape.username.safeParse(username).error?.issues[0]?.message ?? null,
}

/** The form as the contract wants it. */
export function nameChange({ name, username }: NameValues): ProfileChange {
  return { name: name.trim() || null, username: username.trim() }
}
