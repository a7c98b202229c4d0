import type { Model } from '@gridloom/contract/models'
import { SegmentedControl } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CopyLine } from '../../lib/parts/copy.tsx'
import styles from './model-code.module.css'
import { type ModelLines, modelLines } from './model-code.ts'

/** A model asked from a program, in the reader's language. */
export function ModelCode({ model }: { model: Model }) {
  const [language, setLanguage] = useState<keyof ModelLines>('typescript')
  return (
    <div className={styles.panel}>
      <SegmentedControl
        size="xs"
        value={language}
        onChange={setLanguage}
        aria-label="Language"
        data={[...languages]}
      />
      <CopyLine text={modelLines(model.id, location.origin)[language]} label="Code" />
      <p className={styles.note}>
        <code>GRIDLOOM_TOKEN</code> is an <Link to="/account">API key</Link> that may ask models; it
        can have a budget of its own. Behind the model’s id, <code>:floor</code> asks the cheapest
        machine and <code>:nitro</code> the fastest.
      </p>
    </div>
  )
}

const languages = [
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'curl', label: 'curl' },
  { value: 'cli', label: 'Command line' },
] as const satisfies readonly { value: keyof ModelLines; label: string }[]
