/** The scopes of this area and their permissions, as texts for users. */
export const accountScopes = {
  'account:read': 'View the account',
} as const
