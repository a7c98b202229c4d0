import { z } from 'zod'
import { WebhookDeliveryId, WebhookEventId, WebhookId } from '../core/ids.ts'
import { Timestamp } from '../core/values.ts'
import { AnyWebhookEventKind } from './events.ts'

/** Why an attempt failed, with a text for users. */
export const webhookFailureTexts = {
  address_refused: 'The address is not a public one, or its port is not allowed.',
  unknown_host: 'The host name could not be resolved.',
  connection_failed: 'No connection could be made.',
  tls_failed: 'The TLS certificate was not accepted.',
  timed_out: 'The response did not arrive within 10 seconds.',
  closed: 'The connection was closed before the response was complete.',
  malformed: 'The response was not valid HTTP.',
  redirected: 'The receiver answered with a redirect, which is not followed.',
  status: 'The receiver did not answer with a 2xx status.',
  disabled: 'The webhook was disabled before the delivery succeeded.',
  interrupted: 'The server stopped during the attempt.',
} as const
export type WebhookFailure = keyof typeof webhookFailureTexts

/** Named cast: the keys of the texts are the codes. */
const failures = Object.keys(webhookFailureTexts) as WebhookFailure[]
export const WebhookFailure = z.enum(failures)

/** One attempt to deliver an event. */
export const WebhookAttempt = z.strictObject({
  at: Timestamp,
  duration_ms: z.int(),
  /** The HTTP status; `null`: no response arrived. */
  status: z.int().nullable(),
  /** `null`: delivered. */
  failure: WebhookFailure.nullable(),
  /** The first 1 KiB of the response, without control characters. The receiver wrote it. */
  response_start: z.string().meta({ examples: ['ok'] }),
})
export type WebhookAttempt = z.infer<typeof WebhookAttempt>

/** `waiting`: it is sent, or sent again, later. */
export const WebhookDeliveryState = z.enum(['waiting', 'delivered', 'failed'])
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>

/** The delivery of one event to one webhook. Deliveries are kept for 30 days. */
export const WebhookDelivery = z.strictObject({
  id: WebhookDeliveryId,
  webhook_id: WebhookId,
  /** Sent as `webhook-id`; the same in every attempt and replay. */
  event_id: WebhookEventId,
  event: AnyWebhookEventKind,
  state: WebhookDeliveryState,
  attempts: z.int(),
  created_at: Timestamp,
  /** When it is sent next; `null` unless it waits. */
  next_attempt_at: Timestamp.nullable(),
  last_attempt: WebhookAttempt.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

/** A delivery with the body that is sent and its latest attempts, newest first. */
export const WebhookDeliveryDetails = z.strictObject({
  ...WebhookDelivery.shape,
  body: z.string(),
  attempts_made: z.array(WebhookAttempt),
})
export type WebhookDeliveryDetails = z.infer<typeof WebhookDeliveryDetails>

export const WebhookDeliveryQuery = z.strictObject({
  state: WebhookDeliveryState.optional(),
  /** Deliveries older than this one. */
  cursor: WebhookDeliveryId.optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export type WebhookDeliveryQuery = z.infer<typeof WebhookDeliveryQuery>

/** A page of deliveries, newest first. */
export const WebhookDeliveries = z.strictObject({
  deliveries: z.array(WebhookDelivery),
  /** The cursor of the next page; `null`: this is the last one. */
  next_cursor: WebhookDeliveryId.nullable(),
})
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>
