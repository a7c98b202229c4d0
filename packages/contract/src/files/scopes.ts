/** The scopes of this area and their permissions, as texts for users. */
export const fileScopes = {
  'files:read': 'List and download files of instances',
  'files:write': 'Upload, change and delete files of instances',
} as const
