import { WebhookEventKind, webhookEvents } from '@gridloom/contract/webhooks/events'
import { oneOf } from '../../input/parse-values.ts'

/** Collects the values of a repeated `--event`. */
export function collectEvent(
  text: string,
  events: readonly WebhookEventKind[] = [],
): WebhookEventKind[] {
  return [...new Set([...events, oneOf('--event', WebhookEventKind.options)(text)])]
}

/** The kinds of events, for the help. */
export function eventLines(): string {
  return WebhookEventKind.options
    .map((kind) => `  ${kind.padEnd(18)} ${webhookEvents[kind].text}`)
    .join('\n')
}
