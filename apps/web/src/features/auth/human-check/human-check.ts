import type { PublicConfig } from '@gridloom/contract/system/public-config'
import { retryImport } from '../../../browser/retry-import.ts'
import type { HumanCheck, HumanCheckOptions } from './widget.ts'

/**
 * Mounts the installation's widget into the element; resolves when the widget is ready. Two mounts may receive the code
 * in either order, so one that was left meanwhile must not touch the element: it would replace the other's widget.
 */
export async function mountHumanCheck(
  element: HTMLElement,
  captcha: PublicConfig['captcha'],
  options: HumanCheckOptions,
): Promise<HumanCheck> {
  if (captcha.kind === 'altcha') {
    const { mountAltcha } = await retryImport(() => import('./altcha.ts'))
    options.left.throwIfAborted()
    return mountAltcha(element, options)
  }
  const { mountTurnstile } = await retryImport(() => import('./turnstile.ts'))
  options.left.throwIfAborted()
  return mountTurnstile(element, { ...options, siteKey: captcha.site_key })
}
