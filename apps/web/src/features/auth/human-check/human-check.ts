import type { PublicConfig } from '@gridloom/contract/system/public-config'
import { retryImport } from '../../../browser/retry-import.ts'
import type { HumanCheck, HumanCheckOptions } from './widget.ts'

/** Mounts the installation's widget into the element; resolves when the widget is ready. */
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
