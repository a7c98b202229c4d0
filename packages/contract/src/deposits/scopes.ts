/** The scopes of this area and their permissions, as texts for users. */
export const depositScopes = {
  'deposits:write': 'Create deposit addresses and gasless payments',
} as const
