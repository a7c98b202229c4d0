import { type WebhookAttempt, webhookFailureTexts } from '@gridloom/contract/webhooks/delivery'

/** The answer to an attempt in a few words: `204 in 35 ms`, or why there was none. */
export function answerWords(attempt: WebhookAttempt | null): string {
  if (attempt === null) return '—'
  const { status, failure, duration_ms } = attempt
  if (failure === null || failure === 'status' || failure === 'redirected')
    return `${status} in ${duration_ms} ms`
  return webhookFailureTexts[failure]
}
