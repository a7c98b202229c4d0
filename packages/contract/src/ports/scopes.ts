/** The scopes of this area and their permissions, as texts for users. */
export const portScopes = {
  'ports:open': 'Open the port addresses of instances, and so use what runs behind them',
} as const
