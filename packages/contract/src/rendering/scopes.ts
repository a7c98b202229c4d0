/** The scopes of this area and their permissions, as texts for users. */
export const renderScopes = {
  'renders:read': 'View render jobs and download frames',
  'renders:write': 'Upload scenes; start, pause and cancel render jobs',
} as const
