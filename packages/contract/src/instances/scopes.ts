/** The scopes of this area and their permissions, as texts for users. */
export const instanceScopes = {
  'instances:read': 'View instances, logs and metrics',
  'instances:write': 'Rent, start, stop and destroy instances, run commands and open terminals',
} as const
