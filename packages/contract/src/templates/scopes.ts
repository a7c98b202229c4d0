/** The scopes of this area and their permissions, as texts for users. */
export const templateScopes = {
  'templates:write': 'Create, change and delete templates',
} as const
