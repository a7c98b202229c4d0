// The build for a strict CSP: no inline styles and no blob workers; each worker is a file of this app.
import 'altcha/external'
import 'altcha/altcha.css'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import ShaWorker from 'altcha/workers/sha?worker'
import { untilReady } from './until-ready.ts'
import type { HumanCheck, HumanCheckOptions } from './widget.ts'

globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
globalThis.$altcha.algorithms.set('SHA-256', () => new ShaWorker())

// The widget sets its texts as markup, which Trusted Types refuse for the footer's link; the footer is hidden anyway.
globalThis.$altcha.i18n.set('en', { ...globalThis.$altcha.i18n.get('en'), footer: '' })

const look = {
  hideFooter: true,
  hideLogo: true,
  minDuration: 300,
  humanInteractionSignature: false,
}

/** Mounts the embedded check: a proof of work that starts automatically. */
export async function mountAltcha(
  element: HTMLElement,
  { action, onAnswer, left }: HumanCheckOptions,
): Promise<HumanCheck> {
  const widget = document.createElement('altcha-widget')
  widget.setAttribute('challenge', `/api/captcha/challenge?action=${action}`)
  widget.setAttribute('name', 'cf-turnstile-response')
  widget.setAttribute('auto', 'onload')
  widget.setAttribute('configuration', JSON.stringify(look))
  widget.addEventListener('statechange', (event) => onAnswer(readAnswer(event)))
  element.replaceChildren(widget)
  await untilReady(() => (typeof widget.getState === 'function' ? widget : undefined), left)
  return {
    reset() {
      onAnswer(undefined)
      widget.reset()
      // @NOTE the widget itself shows a failed proof, with its own retry
      void widget.verify()
    },
    remove: () => widget.remove(),
  }
}

/** Returns the answer of a passed check; every other state has none. */
function readAnswer(event: Event): string | undefined {
  if (!(event instanceof CustomEvent)) return undefined
  const detail: unknown = event.detail
  if (typeof detail !== 'object' || detail === null) return undefined
  if (!('state' in detail) || detail.state !== 'verified' || !('payload' in detail))
    return undefined
  return typeof detail.payload === 'string' ? detail.payload : undefined
}
