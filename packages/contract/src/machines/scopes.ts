/** The scopes of this area and their permissions, as texts for users. */
export const machineScopes = {
  'machines:read': 'View hosted machines',
  'machines:write': 'Add, price, list and remove machines',
} as const
