/** The scopes of this area and their permissions, as texts for users. */
export const snapshotScopes = {
  'snapshots:read': 'View snapshots and moves',
  'snapshots:write': 'Create and delete snapshots, rent from them, and move instances',
} as const
