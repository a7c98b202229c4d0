import { systemClock } from '@gridloom/async/clock'
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { type CodeLine, type Grammar, grammarOf } from './languages.ts'

/** Each grammar loads when code in its language is first shown. */
const grammars = {
  c: () => import('shiki/langs/c.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  shellscript: () => import('shiki/langs/shellscript.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
} as const satisfies Record<Grammar, unknown>

/** Colours are custom properties, so that both themes share one result. */
const theme = createCssVariablesTheme({ name: 'gridloom', variablePrefix: '--gl-code-' })

let shared: Promise<HighlighterCore> | undefined

function openHighlighter(): Promise<HighlighterCore> {
  shared ??= createHighlighterCore({
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [theme],
    langs: [],
  })
  return shared
}

interface Code {
  language: string
  text: string
}

let before: Promise<unknown> = Promise.resolve()

/**
 * Highlights code, one block at a time with a pause for the page in between. Code in an unknown language has one
 * colour.
 */
export function highlight(code: Code): Promise<CodeLine[]> {
  const lines = before.then(() => colour(code))
  before = lines.then(nextTask, nextTask)
  return lines
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => systemClock.after(0, resolve))
}

async function colour(code: Code): Promise<CodeLine[]> {
  const highlighter = await openHighlighter()
  const lang = grammarOf(code.language)
  if (lang) await highlighter.loadLanguage(grammars[lang]())
  const { tokens } = highlighter.codeToTokens(code.text, {
    lang: lang ?? 'text',
    theme: 'gridloom',
  })
  return tokens.map((line, index) => ({
    start: index,
    tokens: line.map(({ offset, content, color }) => ({ start: offset, text: content, color })),
    end: index < tokens.length - 1 ? '\n' : '',
  }))
}
