/** The scopes of this area and their permissions, as texts for users. */
export const volumeScopes = {
  'volumes:read': 'View volumes',
  'volumes:write': 'Create, attach and delete volumes',
} as const
