/** The scopes of this area and their permissions, as texts for users. */
export const snapshotScopes = {
  'snapshots:read': 'View snapshots and moves',
  'snapshots:write':
    'Create, rename and delete snapshots, start instances from them, and move instances',
} as const
