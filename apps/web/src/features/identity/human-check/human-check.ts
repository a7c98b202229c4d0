import type { PublicConfig } from '@gridloom/contract/system'
import { retryImport } from '../../../lib/retry-import.ts'

/** The form that a check guards; an answer made for one is refused by the other. */
export type CheckedAction = 'login' | 'register'

export interface HumanCheckOptions {
  action: CheckedAction
  /** The answer to send, or `undefined` when it expired or was reset. */
  onAnswer: (answer: string | undefined) => void
  /** Aborts when its place on the page goes. */
  left: AbortSignal
}

/** Throws the answer away and starts over: an answer is good for one form. */
export interface Resettable {
  reset(): void
}

/** A human check on the page, whichever widget makes it. */
export interface HumanCheck extends Resettable {
  remove(): void
}

/** Puts the installation's widget into the element; resolves when the widget is ready. */
export async function mountHumanCheck(
  element: HTMLElement,
  captcha: PublicConfig['captcha'],
  options: HumanCheckOptions,
): Promise<HumanCheck> {
  if (captcha.kind === 'altcha') {
    const { mountAltcha } = await retryImport(() => import('./altcha.ts'))
    return mountAltcha(element, options)
  }
  const { mountTurnstile } = await retryImport(() => import('./turnstile.ts'))
  return mountTurnstile(element, { ...options, siteKey: captcha.site_key })
}
