import type { PublicConfig } from '@gridloom/contract/system/public-config'

/** The form that a human check belongs to; an answer for one form is not valid for another. */
export type CaptchaAction = 'login' | 'register'

export interface CaptchaAnswered {
  readonly answer: string
  readonly action: CaptchaAction
  /** The network address of the caller. */
  readonly address: string
}

/** The human check in front of forms. Two drivers: the embedded proof of work, and Turnstile. */
export interface Captcha {
  /** The configuration that the web app needs to show the widget. */
  readonly shown: PublicConfig['captcha']
  /** A fresh challenge for the widget. @throws Refused `not_found` when a third party issues them */
  challenge(action: CaptchaAction): Promise<Record<string, unknown>>
  /** Verifies an answer and uses it up. @throws Refused `captcha_failed` */
  verify(answered: CaptchaAnswered): Promise<void>
}
