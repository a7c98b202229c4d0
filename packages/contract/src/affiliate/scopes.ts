/** The scopes of this area and their permissions, as texts for users. */
export const affiliateScopes = {
  'affiliate:read': 'View your referral link, its clicks, sign-ups and commission',
} as const
