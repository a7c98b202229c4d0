import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useEffectEvent, useRef } from 'react'

interface CodeEditorProps {
  /** The content at the start. */
  text: string
  /** The name of the file, which tells its language. */
  name: string
  access: 'read' | 'write'
  onChange: (text: string) => void
  /** Ctrl-S, or ⌘S. */
  onSave: () => void
}

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', backgroundColor: 'transparent', color: 'inherit' },
  '.cm-scroller': { fontFamily: 'var(--gl-font-mono, monospace)' },
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
  '.cm-panels': { backgroundColor: 'var(--gl-surface)', color: 'inherit' },
})

/** The editor of text files. Escape, then Tab, leaves it by keyboard. */
export function CodeEditor({ text, name, access, onChange, onSave }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const change = useEffectEvent(onChange)
  const save = useEffectEvent(onSave)
  useEffect(() => {
    if (place.current === null) return
    const language = new Compartment()
    const view = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: text,
        extensions: [
          keymap.of([
            {
              key: 'Mod-s',
              run: () => {
                if (access === 'write') save()
                return true
              },
            },
          ]),
          basicSetup,
          theme,
          language.of([]),
          EditorState.readOnly.of(access === 'read'),
          EditorView.contentAttributes.of({ 'aria-label': `Content of ${name}` }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) change(state.doc.toString())
          }),
        ],
      }),
    })
    // @NOTE without its language the text is shown in one colour
    LanguageDescription.matchFilename(languages, name)
      ?.load()
      .then((loaded) => view.dispatch({ effects: language.reconfigure(loaded) }))
      .catch(() => {})
    view.focus()
    return () => view.destroy()
  }, [text, name, access])
  return <div ref={place} style={{ height: '100%' }} />
}
