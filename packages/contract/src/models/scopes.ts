/** The scopes of this area and their permissions, as texts for users. */
export const modelScopes = {
  'models:use': 'Use models in chats and through the OpenAI-compatible API',
} as const
