import { useEffect, useState } from 'react'
import { retryImport } from '../../browser/retry-import.ts'
import { type CodeLine, grammarOf } from './languages.ts'

interface TokensInput {
  language: string
  text: string
  state: 'open' | 'closed'
}

/** Longer code stays plain: highlighting it would block the page. */
const highlightedMax = 60_000

/** Returns the highlighted lines of closed code; `undefined` until they are ready, or if they are not available. */
export function useTokens({ language, text, state }: TokensInput): readonly CodeLine[] | undefined {
  const [done, setDone] = useState<{ of: string; lines: readonly CodeLine[] }>()
  const wanted = state === 'closed' && text.length <= highlightedMax && grammarOf(language)
  const of = `${language}\n${text}`

  useEffect(() => {
    if (!wanted) return
    let left = false
    async function colour(): Promise<void> {
      const { highlight } = await retryImport(() => import('./highlighter.ts'))
      const lines = await highlight({ language, text })
      if (!left) setDone({ of, lines })
    }
    // @NOTE code is readable without colours
    colour().catch(() => undefined)
    return () => {
      left = true
    }
  }, [wanted, language, text, of])

  return done?.of === of ? done.lines : undefined
}
