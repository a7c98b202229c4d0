/** The scopes of this area and their permissions, as texts for users. */
export const marketScopes = {
  'market:read': 'Search offers and view templates',
} as const
