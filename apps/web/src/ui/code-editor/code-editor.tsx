import { LanguageDescription } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { Compartment, EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { basicSetup } from 'codemirror'
import { useEffect, useEffectEvent, useRef } from 'react'
import { codeTheme } from './code-theme.ts'

interface CodeEditorProps {
  /** The content at the start. */
  text: string
  /** The name of the file, which tells its language. */
  name: string
  /** The name of the text for screen readers. */
  label: string
  access: 'read' | 'write'
  /** `once_open`: the editor takes the focus as soon as it is there. */
  focus: 'once_open' | 'by_user'
  onChange: (text: string) => void
  /** Ctrl-S, or ⌘S. */
  onSave: () => void
}

/** The editor of text files. Escape, then Tab, leaves it by keyboard. */
export function CodeEditor(props: CodeEditorProps) {
  const { text, name, label, access, focus, onChange, onSave } = props
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
          // Before the usual style, which is for what has none.
          codeTheme,
          basicSetup,
          language.of([]),
          EditorState.readOnly.of(access === 'read'),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
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
    if (focus === 'once_open') view.focus()
    return () => view.destroy()
  }, [text, name, label, access, focus])
  return <div ref={place} style={{ height: '100%' }} />
}
