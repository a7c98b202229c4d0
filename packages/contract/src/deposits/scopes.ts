/** The scopes of this area and their permissions, as texts for users. */
export const depositScopes = {
  'deposits:write': 'Create deposit addresses, coin quotes and gasless payments',
} as const
