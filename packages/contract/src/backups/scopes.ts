/** The scopes of this area and their permissions, as texts for users. */
export const backupScopes = {
  'backups:read': 'View backup plans, runs and recovery points',
  'backups:write': 'Back up and restore files of instances, and delete backups',
} as const
