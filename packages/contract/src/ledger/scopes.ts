/** The scopes of this area and their permissions, as texts for users. */
export const ledgerScopes = {
  'billing:read': 'View balance, statements and receipts',
} as const
