/** The scopes of this area and their permissions, as texts for users. */
export const mediaScopes = {
  'media:read': 'View the media library, its captions and posts',
} as const
