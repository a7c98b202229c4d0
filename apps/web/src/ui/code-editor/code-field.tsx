import { Input } from '@mantine/core'
import { Suspense, useState } from 'react'
import { SkeletonBlock } from '../components/skeletons.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { CodeFrame } from './code-frame.tsx'

const CodeEditor = lazyPart(async () => (await import('./code-editor.tsx')).CodeEditor)

interface CodeFieldProps {
  label: string
  description?: string
  /** The text at the start: later ones need another `key`. */
  text: string
  /** The name of a file with such a text, which tells its language. */
  name: string
  error?: string | undefined
  onChange: (text: string) => void
  /** Ctrl-S, or ⌘S. */
  onSave: () => void
}

/** A field of a form for code. */
export function CodeField({ label, description, text, name, error, ...changes }: CodeFieldProps) {
  const [first] = useState(text)
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <CodeFrame height="field" invalid={error !== undefined}>
        <Suspense fallback={<SkeletonBlock height={238} label="Loading the editor" />}>
          <CodeEditor
            text={first}
            name={name}
            label={label}
            access="write"
            focus="by_user"
            {...changes}
          />
        </Suspense>
      </CodeFrame>
    </Input.Wrapper>
  )
}
