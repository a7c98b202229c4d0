import { InstanceEvent } from '@gridloom/contract/instances/events'
import { WebhookDelivery, WebhookDeliveryDetails } from '@gridloom/contract/webhooks/delivery'
import { Webhook } from '@gridloom/contract/webhooks/webhook'
import { sampleId, secondsBefore } from './samples.ts'

export function aWebhook(parts: object = {}): Webhook {
  return Webhook.parse({
    id: sampleId('whk', 1),
    name: 'Production',
    url: 'https://example.com/hooks',
    events: ['instance.ready'],
    enabled: true,
    disabled_reason: null,
    failing_since: null,
    previous_secret_expires_at: null,
    last_delivered_at: null,
    created_at: secondsBefore(600),
    ...parts,
  })
}

const attempt = {
  at: secondsBefore(60),
  duration_ms: 35,
  status: 200,
  failure: null,
  response_start: 'thanks',
}

export function aDelivery(parts: object = {}): WebhookDelivery {
  return WebhookDelivery.parse({
    id: sampleId('whd', 1),
    webhook_id: sampleId('whk', 1),
    event_id: sampleId('evt', 1),
    event: 'instance.ready',
    state: 'delivered',
    attempts: 1,
    created_at: secondsBefore(61),
    next_attempt_at: null,
    last_attempt: attempt,
    ...parts,
  })
}

export function deliveryDetails(parts: object = {}): WebhookDeliveryDetails {
  const delivery = aDelivery()
  return WebhookDeliveryDetails.parse({
    ...delivery,
    body: '{"type":"instance.ready"}',
    attempts_made: delivery.last_attempt === null ? [] : [delivery.last_attempt],
    ...parts,
  })
}

export function anInstanceEvent(parts: object = {}): InstanceEvent {
  return InstanceEvent.parse({
    id: '7',
    instance_id: sampleId('ins', 1),
    label: 'train',
    at: secondsBefore(120),
    kind: 'stopped',
    by: null,
    cause: 'exited',
    exit_code: 1,
    folded: null,
    text: 'Stopped. The program ended. Exit code 1.',
    ...parts,
  })
}
