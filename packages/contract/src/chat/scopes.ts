/** The scopes of this area and their permissions, as texts for users. */
export const chatScopes = {
  'chats:read': 'View chats and answers',
  'chats:write': 'Rename, share and delete chats',
} as const
