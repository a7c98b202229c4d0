import type { Client } from '@gridloom/client/calls'
import { type Condition, createChangeSignal, untilSatisfied } from './change-signal.ts'

/** Reads again at each event of an account's stream, until the value satisfies. @throws NeverCame */
export async function untilReported<T>(client: Client, condition: Condition<T>): Promise<T> {
  const news = createChangeSignal()
  const stop = new AbortController()
  const listening = (async () => {
    const events = client.system.events({ signal: stop.signal, onState: news.publish })
    for await (const _ of events) news.publish()
  })()
  try {
    return await untilSatisfied(news, condition)
  } finally {
    stop.abort()
    await listening
  }
}
