/** The scopes of this area and their permissions, as texts for users. */
export const webhookScopes = {
  'webhooks:read': 'View webhooks and their deliveries',
  'webhooks:write': 'Manage webhooks, which receive events of instances, renders and the balance',
} as const
