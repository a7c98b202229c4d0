import { untilReady } from './until-ready.ts'
import type { HumanCheck, HumanCheckOptions } from './widget.ts'

/** The part of Cloudflare's explicit-rendering API in use (developers.cloudflare.com/turnstile). */
interface Turnstile {
  render(element: HTMLElement, options: Record<string, unknown>): string
  reset(id: string): void
  remove(id: string): void
}

declare global {
  var turnstile: Turnstile | undefined
}

const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Mounts Cloudflare Turnstile, if the operator has configured it. */
export async function mountTurnstile(
  element: HTMLElement,
  { action, onAnswer, left, siteKey }: HumanCheckOptions & { siteKey: string },
): Promise<HumanCheck> {
  loadScript()
  const turnstile = await untilReady(() => globalThis.turnstile, left)
  const id = turnstile.render(element, {
    sitekey: siteKey,
    action,
    'response-field-name': 'cf-turnstile-response',
    callback: (answer: string) => onAnswer(answer),
    'expired-callback': () => onAnswer(undefined),
    'error-callback': () => onAnswer(undefined),
  })
  return {
    reset() {
      onAnswer(undefined)
      turnstile.reset(id)
    },
    remove: () => turnstile.remove(id),
  }
}

function loadScript(): void {
  if (document.querySelector(`script[src="${scriptUrl}"]`)) return
  const script = document.createElement('script')
  script.src = scriptUrl
  script.async = true
  document.head.append(script)
}
