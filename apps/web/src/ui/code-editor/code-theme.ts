import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const view = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent', color: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--gl-mono)' },
  '.cm-gutters': {
    backgroundColor: 'transparent',
    color: 'var(--gl-muted)',
    borderRight: '1px solid var(--gl-line)',
  },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--gl-accent) 7%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'currentColor' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--gl-accent) 25%, transparent) !important',
  },
  '.cm-searchMatch': {
    backgroundColor: 'color-mix(in srgb, var(--gl-warn) 30%, transparent)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--gl-surface)',
    border: '1px solid var(--gl-line-strong)',
  },
})

/** Find and replace, as the fields and buttons of the page look. */
const panel = EditorView.theme({
  '.cm-panels': { backgroundColor: 'var(--gl-surface)', color: 'inherit' },
  '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--gl-line)' },
  '.cm-panel.cm-search': {
    padding: '8px 32px 8px 8px',
    fontFamily: 'var(--gl-sans)',
    fontSize: '13px',
  },
  '.cm-panel.cm-search label': { fontSize: '13px', whiteSpace: 'nowrap' },
  '.cm-panel.cm-search [name=close]': { top: '8px', right: '8px', fontSize: '18px' },
  '.cm-textfield, .cm-button': {
    minHeight: '28px',
    padding: '2px 8px',
    fontSize: '13px',
    color: 'var(--gl-text)',
    background: 'var(--gl-surface)',
    border: '1px solid var(--gl-line-strong)',
    borderRadius: '6px',
  },
  '.cm-button:hover, .cm-button:active': { background: 'var(--gl-hover)' },
})

/** The usual colours of the editor, which are made for white, and those of the page's palette in their place. */
const palette: Readonly<Record<string, string>> = {
  '#404740': 'punctuation',
  '#708': 'keyword',
  '#219': 'constant',
  '#164': 'constant',
  '#a11': 'string',
  '#e40': 'parameter',
  '#00f': 'function',
  '#30a': 'function',
  '#085': 'link',
  '#167': 'link',
  '#256': 'parameter',
  '#00c': 'function',
  '#940': 'comment',
  '#f00': 'invalid',
}

const highlight = HighlightStyle.define(
  defaultHighlightStyle.specs.map(({ color, ...style }) => {
    const name = typeof color === 'string' ? palette[color] : undefined
    return name === undefined ? { ...style, color } : { ...style, color: `var(--code-${name})` }
  }),
)

/** Its own words begin with small letters. */
const phrases = EditorState.phrases.of({
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Match case',
  regexp: 'Regex',
  'by word': 'Whole word',
  replace: 'Replace',
  'replace all': 'Replace all',
})

/** How the editor looks, in both themes of the page. */
export const codeTheme = [view, panel, syntaxHighlighting(highlight), phrases]
