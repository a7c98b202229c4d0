/** The scopes of this area and their permissions, as texts for users. */
export const channelScopes = {
  'channels:read': 'View the channels that you connected, such as Mastodon accounts and websites',
} as const
