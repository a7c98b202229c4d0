import { systemClock, type Timers } from '@gridloom/async/clock'
import type { ExtensionPorts, TokenMessage } from './send-token.ts'

/** The part of Chrome's API that a page gets, and only if an installed extension listens to it. */
export interface ExtensionRuntime {
  sendMessage(extensionId: string, message: TokenMessage, answered: () => void): void
  lastError?: unknown
}

/** How long a greeting waits for a reply. */
export const answerWithinMs = 500

/** Connects to the extension over the channels of this page. Messages from other windows and sites are ignored. */
export function pageExtensionPorts(
  page: Window = window,
  timers: Timers = systemClock,
): ExtensionPorts {
  const runtime = runtimeOf(page)
  const { origin } = page.location
  return {
    send: runtime && ((id, message) => sendBy(runtime, { id, message })),
    post: (message) => page.postMessage(message, origin),
    isListening: () =>
      new Promise((resolve) => {
        const cancel = timers.after(answerWithinMs, () => answer(false))
        function answer(isThere: boolean): void {
          cancel()
          page.removeEventListener('message', onMessage)
          resolve(isThere)
        }
        function onMessage(event: MessageEvent): void {
          if (event.source !== page || event.origin !== origin) return
          if (typeOf(event.data) === 'gridloom:here') answer(true)
        }
        page.addEventListener('message', onMessage)
        page.postMessage({ type: 'gridloom:hello' }, origin)
      }),
  }
}

function sendBy(
  runtime: ExtensionRuntime,
  { id, message }: { id: string; message: TokenMessage },
): Promise<void> {
  return new Promise((resolve) => {
    runtime.sendMessage(id, message, () => {
      // Reading it keeps the browser from logging an error when no extension listens.
      void runtime.lastError
      resolve()
    })
  })
}

function runtimeOf(page: object): ExtensionRuntime | undefined {
  const chrome = 'chrome' in page ? page.chrome : undefined
  if (typeof chrome !== 'object' || chrome === null || !('runtime' in chrome)) return undefined
  return hasSendMessage(chrome.runtime) ? chrome.runtime : undefined
}

function hasSendMessage(runtime: unknown): runtime is ExtensionRuntime {
  return typeof runtime === 'object' && runtime !== null && 'sendMessage' in runtime
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined
}
