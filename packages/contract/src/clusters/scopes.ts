/** The scopes of this area and their permissions, as texts for users. */
export const clusterScopes = {
  'clusters:read': 'View clusters',
  'clusters:write': 'Create, start, stop and destroy clusters, and measure their network',
} as const
