/** The scopes of this area and their permissions, as texts for users. */
export const postScopes = {
  'posts:read': 'View your calendar, with planned and published posts',
} as const
