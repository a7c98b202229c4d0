/** The scopes of this area and their permissions, as texts for users. */
export const webhookScopes = {
  'webhooks:read': 'View webhooks and their deliveries',
  'webhooks:write':
    'Create, change and delete webhooks, which receive events of instances, render jobs and the balance',
} as const
