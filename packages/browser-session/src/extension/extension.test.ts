import { describe, expect, it } from 'vitest'
import { answerWithinMs, pageExtensionPorts } from './page-ports.ts'
import { sendToken } from './send-token.ts'

const origin = 'https://gridloom.example'
const id = 'abcdefghijklmnop'

describe('sending a token to the browser extension', () => {
  it('creates no token when no extension responds', async () => {
    const { publish, made } = setup({})
    await publish()
    expect(made()).toBe(0)
  })

  it('sends it through the browser API to the configured extension only', async () => {
    const { publish, sent, posted } = setup({ chrome: 'there', id })
    await publish()
    expect(sent).toEqual([[id, { type: 'gridloom:token', token: 'extension-token' }]])
    expect(posted('gridloom:token')).toEqual([])
  })

  it('does not use the browser API without a configured id', async () => {
    const { publish, sent, made } = setup({ chrome: 'there' })
    await publish()
    expect(sent).toEqual([])
    expect(made()).toBe(0)
  })

  it('posts it on the page after a greeting was answered, to this origin only', async () => {
    const { publish, posted } = setup({ greeted: 'answers' })
    await publish()
    expect(posted('gridloom:token')).toEqual([
      { message: { type: 'gridloom:token', token: 'extension-token' }, to: origin },
    ])
  })

  it('sends one token over both channels', async () => {
    const { publish, sent, posted, made } = setup({ chrome: 'there', id, greeted: 'answers' })
    await publish()
    expect(sent).toHaveLength(1)
    expect(posted('gridloom:token')).toHaveLength(1)
    expect(made()).toBe(1)
  })

  it.each([
    ['another window', { source: {}, origin, data: { type: 'gridloom:here' } }],
    ['another site', { origin: 'https://evil.example', data: { type: 'gridloom:here' } }],
    ['another message', { origin, data: { type: 'gridloom:hello' } }],
    ['no message at all', { origin, data: 'gridloom:here' }],
  ])('does not accept %s as an answer', async (_, event) => {
    const { publish, made } = setup({ answer: event })
    await publish()
    expect(made()).toBe(0)
  })

  it('removes its listener', async () => {
    const { publish, listening } = setup({ greeted: 'answers' })
    await publish()
    expect(listening()).toBe(0)
  })
})

interface Setup {
  chrome?: 'there'
  id?: string
  greeted?: 'answers'
  answer?: { source?: object; origin: string; data: unknown }
}

type OnMessage = (event: object) => void

function setup({ chrome, id: configured, greeted, answer }: Setup) {
  const sent: unknown[] = []
  const messages: { message: { type: string }; to: string }[] = []
  const ears = new Set<OnMessage>()
  let made = 0
  const said = answer ?? (greeted ? { origin, data: { type: 'gridloom:here' } } : undefined)
  const page = {
    location: { origin },
    addEventListener: (_: string, onMessage: OnMessage) => void ears.add(onMessage),
    removeEventListener: (_: string, onMessage: OnMessage) => void ears.delete(onMessage),
    postMessage(message: { type: string }, to: string) {
      messages.push({ message, to })
      if (message.type !== 'gridloom:hello' || !said) return
      for (const onMessage of [...ears]) onMessage({ source: page, ...said })
    },
    ...(chrome ? { chrome: { runtime: { sendMessage } } } : {}),
  }
  function sendMessage(to: string, message: object, answered: () => void) {
    sent.push([to, message])
    answered()
  }
  const timers = {
    after(delayMs: number, wake: () => void) {
      expect(delayMs).toBe(answerWithinMs)
      const late = said && said.origin === origin && !answer ? undefined : wake
      queueMicrotask(() => late?.())
      return () => undefined
    },
  }
  return {
    sent,
    made: () => made,
    listening: () => ears.size,
    posted: (type: string) => messages.filter(({ message }) => message.type === type),
    publish: () =>
      sendToken({
        ports: pageExtensionPorts(asWindow(page), timers),
        extensionId: async () => configured ?? null,
        makeToken: async () => {
          made += 1
          return 'extension-token'
        },
      }),
  }
}

/** Named cast: the members of a window that the ports use. */
function asWindow(page: object): Window {
  return page as Window
}
