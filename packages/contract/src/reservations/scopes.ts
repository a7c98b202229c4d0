/** The scopes of this area and their permissions, as texts for users. */
export const reservationScopes = {
  'reservations:read': 'View reservations',
  'reservations:write': 'Reserve slots, and end reservations',
} as const
