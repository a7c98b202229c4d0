// The strict-CSP build: no inline style, no blob worker; each worker is a file of ours.
import 'altcha/external'
import 'altcha/altcha.css'
import Pbkdf2Worker from 'altcha/workers/pbkdf2?worker'
import ShaWorker from 'altcha/workers/sha?worker'
import { untilReady } from './until-ready.ts'
import type { HumanCheck, HumanCheckOptions } from './widget.ts'

globalThis.$altcha.algorithms.set('PBKDF2/SHA-256', () => new Pbkdf2Worker())
globalThis.$altcha.algorithms.set('SHA-256', () => new ShaWorker())

// The widget sets each text as markup, and this one has a link in it, which Trusted Types refuse; it is hidden anyway.
globalThis.$altcha.i18n.set('en', { ...globalThis.$altcha.i18n.get('en'), footer: '' })

const look = {
  hideFooter: true,
  hideLogo: true,
  minDuration: 300,
  humanInteractionSignature: false,
}

/** The embedded check: a proof of work that starts by itself. */
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
      // @NOTE a proof that fails shows in the widget itself, with its own way to try again
      void widget.verify()
    },
    remove: () => widget.remove(),
  }
}

/** The answer of a check that has passed; every other state has none. */
function readAnswer(event: Event): string | undefined {
  if (!(event instanceof CustomEvent)) return undefined
  const detail: unknown = event.detail
  if (typeof detail !== 'object' || detail === null) return undefined
  if (!('state' in detail) || detail.state !== 'verified' || !('payload' in detail))
    return undefined
  return typeof detail.payload === 'string' ? detail.payload : undefined
}
