import {
  type AnyWebhookEventKind,
  webhookBody,
  webhookEvents,
} from '@gridloom/contract/webhooks/events'
import { answerSchema, type JsonSchema } from './openapi-schemas.ts'
import { exampleOf } from './reference/example-of.ts'

/** The requests that we send to webhooks, by the kind of their event. Source: OpenAPI 3.1, "OpenAPI Object", webhooks. */
export function webhooksOf(
  schemas: Readonly<Record<string, JsonSchema>>,
): Record<string, Record<string, unknown>> {
  // Named cast: the keys of the table are the kinds.
  const kinds = Object.keys(webhookEvents) as AnyWebhookEventKind[]
  return Object.fromEntries(kinds.map((kind) => [kind, { post: requestOf(kind, schemas) }]))
}

const description = `Signed as [Standard Webhooks](https://www.standardwebhooks.com) specifies: \`webhook-signature\` contains, for each
valid secret, \`v1,\` and the Base64 of the HMAC-SHA256 of \`{webhook-id}.{webhook-timestamp}.{body}\`; the key is the Base64 after
\`whsec_\`. Check it, and that the timestamp is recent. Answer with a 2xx status within 10 seconds. Redirects are not followed.
A failed delivery is repeated with growing pauses for 24 hours, so an event may arrive more than once: \`webhook-id\` is then the same.`

function requestOf(kind: AnyWebhookEventKind, schemas: Readonly<Record<string, JsonSchema>>) {
  const schema = answerSchema(webhookBody(kind))
  const example = exampleOf(schema, { components: schemas, fields: 'answer' })
  return {
    operationId: `webhook:${kind}`,
    tags: ['Webhooks'],
    summary: kind,
    description: `${webhookEvents[kind].text}\n\n${description}`,
    parameters: headers,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: { '2XX': { description: 'The event was received; the body is ignored.' } },
  }
}

const headers = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The ID of the event, the same in every attempt and replay.',
    schema: { type: 'string' },
    example: 'evt_01jd3v8q6f7g8h9jkmnpqrstvw',
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'The time of the attempt, in seconds since 1970.',
    schema: { type: 'string' },
    example: '1795685400',
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description: 'One signature for each valid secret, separated by spaces.',
    schema: { type: 'string' },
    example: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
] as const
